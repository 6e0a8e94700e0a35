import { itemTypes, reads, writes, type Contestant } from '../contestant.ts'

/** Its lightest form: types without a schema. */
export const contestant: Contestant = {
  name: 'oRPC',
  sources(resources) {
    const modules = resources.map((resource) => [
      `server/${resource}.ts`,
      `import { os, type } from '@orpc/server'
${itemTypes(resource)}
const withId = type<{ id: number }>()
const withBody = type<${resource}Input>()
const withBoth = type<{ id: number; body: ${resource}Input }>()
export const ${resource}Router = {
  create: os.input(withBody).handler(() => item()),
  remove: os.input(withId).handler(() => undefined),
  update: os.input(withBoth).handler(() => item()),
${writes.map((name) => `  ${name}: os.input(withBoth).handler(() => item()),`).join('\n')}
${reads.map((name) => `  ${name}: os.input(withId).handler(() => item()),`).join('\n')}
}
`,
    ])
    return {
      ...Object.fromEntries(modules),
      'server/app.ts': `${resources.map((resource) => `import { ${resource}Router } from './${resource}.ts'`).join('\n')}
export const app = {
${resources.map((resource) => `  ${resource}: ${resource}Router,`).join('\n')}
}
`,
    }
  },
  program: (calls) => `import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import type { app } from './server/app.ts'
const api: RouterClient<typeof app> = createORPCClient(new RPCLink({ url: 'http://localhost' }))
${calls
  .map(({ resource, kind, variable }) => {
    const name = `${variable}.name satisfies string`
    return kind === 'show'
      ? `const ${variable} = await api.${resource}.show({ id: 1 })\n${name}`
      : `const ${variable} = await api.${resource}.create({ name: 'a', tags: [] })\n${name}`
  })
  .join('\n')}
// @ts-expect-error an id is a number
await api.${calls[0]?.resource}.show({ id: 'a' })
`,
}
