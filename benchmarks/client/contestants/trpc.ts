import { itemTypes, reads, writes, type Contestant } from '../contestant.ts'

/** Its lightest form: parsers that are functions. */
export const contestant: Contestant = {
  name: 'tRPC',
  sources(resources) {
    const modules = resources.map((resource) => [
      `server/${resource}.ts`,
      `import { t } from './t.ts'
${itemTypes(resource)}
const withId = (value: unknown) => value as { id: number }
const withBody = (value: unknown) => value as ${resource}Input
const withBoth = (value: unknown) => value as { id: number; body: ${resource}Input }
export const ${resource}Router = t.router({
  create: t.procedure.input(withBody).mutation(() => item()),
  remove: t.procedure.input(withId).mutation(() => undefined),
  update: t.procedure.input(withBoth).mutation(() => item()),
${writes.map((name) => `  ${name}: t.procedure.input(withBoth).mutation(() => item()),`).join('\n')}
${reads.map((name) => `  ${name}: t.procedure.input(withId).query(() => item()),`).join('\n')}
})
`,
    ])
    return {
      ...Object.fromEntries(modules),
      'server/t.ts': `import { initTRPC } from '@trpc/server'\nexport const t = initTRPC.create()\n`,
      'server/app.ts': `import { t } from './t.ts'
${resources.map((resource) => `import { ${resource}Router } from './${resource}.ts'`).join('\n')}
export const app = t.router({
${resources.map((resource) => `  ${resource}: ${resource}Router,`).join('\n')}
})
export type App = typeof app
`,
    }
  },
  program: (calls) => `import { createTRPCClient, httpLink } from '@trpc/client'
import type { App } from './server/app.ts'
const api = createTRPCClient<App>({ links: [httpLink({ url: 'http://localhost' })] })
${calls
  .map(({ resource, kind, variable }) => {
    const name = `${variable}.name satisfies string`
    return kind === 'show'
      ? `const ${variable} = await api.${resource}.show.query({ id: 1 })\n${name}`
      : `const ${variable} = await api.${resource}.create.mutate({ name: 'a', tags: [] })\n${name}`
  })
  .join('\n')}
// @ts-expect-error an id is a number
await api.${calls[0]?.resource}.show.query({ id: 'a' })
`,
}
