import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes an application of `fw` with three routes to a controller, one of them with a validated body. */
export function writeApplication(folder: string, controllers: number): void {
  const files = numbers(controllers).map((number) => [
    `src/orders${number}.ts`,
    `import { Body, Get, MinLength, Post, type int } from '@fw/core'

export class CreateOrder${number} {
  constructor(
    @MinLength(2) readonly customer: string,
    readonly quantity: int,
    readonly note: string | null = null,
  ) {}
}

export class Orders${number} {
  @Get('/orders${number}')
  list() {
    return [{ id: ${number} }]
  }

  @Get('/orders${number}/{id}')
  show(id: int) {
    return { id }
  }

  @Post('/orders${number}')
  create(@Body() order: CreateOrder${number}): CreateOrder${number} {
    return order
  }
}
`,
  ])
  write(folder, {
    'package.json': '{ "name": "cold", "type": "module" }',
    ...Object.fromEntries(files),
  })
}

/** Writes the same routes by hand on `node:http`, in as many modules, and `main.js` and `lean.js`, which serve them. */
export function writeBareProgram(folder: string, controllers: number): void {
  const modules = numbers(controllers).map((number) => [
    `orders${number}.js`,
    `function check(body) {
  const errors = {}
  if (typeof body.customer !== 'string') errors.customer = ['must be a string.']
  else if (body.customer.length < 2) errors.customer = ['must be at least 2 characters.']
  if (!Number.isInteger(body.quantity)) errors.quantity = ['must be an integer.']
  return errors
}

export const routes${number} = {
  'GET /orders${number}': () => [200, [{ id: ${number} }]],
  'GET /orders${number}/*': (id) => [200, { id: Number(id) }],
  'POST /orders${number}': (_, body) => {
    const errors = check(body)
    return Object.keys(errors).length > 0 ? [422, { errors }] : [200, body]
  },
}
`,
  ])
  const imports = numbers(controllers).map((n) => `import { routes${n} } from './orders${n}.js'\n`)
  const names = numbers(controllers).map((n) => `...routes${n}`)
  const program = (createServer: string) => `${createServer}
${imports.join('')}
const routes = new Map(Object.entries({ ${names.join(', ')} }))

const server = createServer(async (request, response) => {
  const [, first, second] = request.url.split('/')
  const handler = routes.get(\`\${request.method} /\${first}\${second === undefined ? '' : '/*'}\`)
  let text = ''
  if (request.method === 'POST') for await (const chunk of request) text += chunk
  const [status, value] = handler ? handler(second, JSON.parse(text || '{}')) : [404, {}]
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
`
  write(folder, {
    'package.json': '{ "type": "module" }',
    'main.js': program("import { createServer } from 'node:http'"),
    'lean.js': program("const { createServer } = process.getBuiltinModule('node:http')"),
    ...Object.fromEntries(modules),
  })
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
