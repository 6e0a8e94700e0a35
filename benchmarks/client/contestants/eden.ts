import { itemTypes, reads, writes, type Contestant } from '../contestant.ts'

/** A plugin for each resource, in groups of ten: a hundred in one chain are too deep for the compiler. */
export const contestant: Contestant = {
  name: 'Eden',
  sources(resources) {
    const modules = resources.map((resource) => [
      `server/${resource}.ts`,
      `import { Elysia, t } from 'elysia'
${itemTypes(resource).replaceAll(resource, 'Row')}
const params = t.Object({ id: t.Number() })
const body = t.Object({ name: t.String(), tags: t.Array(t.String()) })
export const ${resource} = new Elysia({ prefix: '/${resource}' })
  .post('/', () => item(), { body })
  .delete('/:id', () => null, { params })
  .patch('/:id', () => item(), { params, body })
${writes.map((name) => `  .post('/${name}/:id', () => item(), { params, body })`).join('\n')}
${reads.map((name) => `  .get('/${name}/:id', () => item(), { params })`).join('\n')}
`,
    ])
    const tens = Array.from({ length: Math.ceil(resources.length / 10) }, (_, index) => index)
    const groups = tens.map((index) => [
      `server/group${index}.ts`,
      joined(`group${index}`, resources.slice(index * 10, index * 10 + 10)),
    ])
    const apps = tens.map((index) => `group${index}`)
    return {
      ...Object.fromEntries([...modules, ...groups]),
      'server/app.ts': `${joined('app', apps)}\nexport type App = typeof app\n`,
    }
  },
  program: (calls) => `import { treaty } from '@elysiajs/eden'
import type { App } from './server/app.ts'
const api = treaty<App>('localhost')
${calls
  .map(({ resource, kind, variable }) => {
    const name = `${variable}?.name satisfies string | undefined`
    return kind === 'show'
      ? `const { data: ${variable} } = await api.${resource}.show({ id: 1 }).get()\n${name}`
      : `const { data: ${variable} } = await api.${resource}.post({ name: 'a', tags: [] })\n${name}`
  })
  .join('\n')}
// @ts-expect-error a name is a text
await api.${calls[0]?.resource}.post({ name: 1, tags: [] })
`,
}

function joined(name: string, parts: readonly string[]): string {
  return `import { Elysia } from 'elysia'
${parts.map((part) => `import { ${part} } from './${part}.ts'`).join('\n')}
export const ${name} = new Elysia()${parts.map((part) => `.use(${part})`).join('')}`
}
