import { itemTypes, reads, writes, type Contestant } from '../contestant.ts'

/** An application for each resource, joined by `route`; validators are functions. */
export const contestant: Contestant = {
  name: 'Hono hc',
  sources(resources) {
    const modules = resources.map((resource) => [
      `server/${resource}.ts`,
      `import { Hono } from 'hono'
import { validator } from 'hono/validator'
${itemTypes(resource)}
const withId = () => validator('param', (value) => value as { id: string })
const withBody = () => validator('json', (value) => value as ${resource}Input)
export const ${resource}App = new Hono()
  .post('/', withBody(), (c) => c.json(item()))
  .delete('/:id', withId(), (c) => c.json(null))
  .patch('/:id', withId(), withBody(), (c) => c.json(item()))
${writes.map((name) => `  .post('/${name}/:id', withId(), withBody(), (c) => c.json(item()))`).join('\n')}
${reads.map((name) => `  .get('/${name}/:id', withId(), (c) => c.json(item()))`).join('\n')}
`,
    ])
    return {
      ...Object.fromEntries(modules),
      'server/app.ts': `import { Hono } from 'hono'
${resources.map((resource) => `import { ${resource}App } from './${resource}.ts'`).join('\n')}
export const app = new Hono()
${resources.map((resource) => `  .route('/${resource}', ${resource}App)`).join('\n')}
export type App = typeof app
`,
    }
  },
  program: (calls) => `import { hc } from 'hono/client'
import type { App } from './server/app.ts'
const api = hc<App>('http://localhost')
${calls
  .map(({ resource, kind, variable }) => {
    const name = `${variable}.name satisfies string`
    return kind === 'show'
      ? `const ${variable} = await (await api.${resource}.show[':id'].$get({ param: { id: '1' } })).json()\n${name}`
      : `const ${variable} = await (await api.${resource}.$post({ json: { name: 'a', tags: [] } })).json()\n${name}`
  })
  .join('\n')}
// @ts-expect-error an id is a text here
await api.${calls[0]?.resource}.show[':id'].$get({ param: { id: 1 } })
`,
}
