import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Get, McpHeader, McpTool, type Class, type int } from '@fw/core'
import { serve } from '@fw/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { writeClient } from '../../../src/tools/client/write-client.ts'
import { Workshop } from '../../features/mcp/fixtures/workshop.ts'
import { kernelOf } from '../../features/mcp/serving.ts'
import { kernelOf as routesOf } from '../../features/openapi/document-of.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { compile, expectToParse, type Loaded } from './written-client.ts'

export class Values {
  @McpTool('store.put', 'Keeps a value.')
  put(@McpHeader('Region') region: string, at: Date, sizes: Map<string, bigint>): Kept {
    return new Kept(region, at, sizes)
  }

  @McpTool('dates', 'Some days.')
  dates(count: int = 2): Date[] {
    return Array.from({ length: count }, (_, index) => new Date(index))
  }

  @McpTool('maybe', 'A date, or none.')
  maybe(there: boolean): Date | null {
    return there ? new Date(5) : null
  }
}

export class Kept {
  constructor(
    readonly region: string,
    readonly at: Date,
    readonly sizes: Map<string, bigint>,
  ) {}
}

const classes = [Workshop, Values]

class Made {
  constructor(
    readonly day: Date,
    readonly by: Maker,
  ) {}
}

class Maker {
  constructor(
    readonly name: string,
    readonly since: Date,
  ) {}
}

export class RoutesController {
  @Get('/kept')
  kept(): Kept {
    return new Kept('eu', new Date(1), new Map())
  }
}

export class Makers {
  @McpTool('made', 'Returns a class that no route uses.')
  made(): Made {
    return new Made(new Date(1), new Maker('Ada', new Date(2)))
  }

  @McpTool('makers', 'Takes and returns classes that no route uses.')
  makers(each: Maker[]): Made[] {
    return each.map((by) => new Made(new Date(3), by))
  }
}

async function written(programs: Readonly<Record<string, string>> = {}) {
  const root = temporaryApplication({ 'package.json': '{ "type": "module" }', ...programs })
  const { describe } = kernelOf(classes)
  const { folder } = await writeClient(root, describe, { out: 'client', tools: true }, { classes })
  expectToParse(folder)
  return { root, folder }
}

async function connected(all: readonly Class[] = classes): Promise<Loaded> {
  const { folder } = await written()
  const { createTools, ToolError } = (await import(
    pathToFileURL(join(folder, 'tools.js')).href
  )) as Loaded
  const { port, close } = await serve(kernelOf(all), { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  return { tools: createTools({ url: `http://127.0.0.1:${port}/mcp` }), ToolError, createTools }
}

test('a tool is a function with the types of its declaration', async () => {
  const { tools } = await connected()
  expect(await tools.greet({ name: 'Ada', times: 2 })).toBe('Hello Ada. Hello Ada.')
  const order = { customer: 'Ada', parts: [{ sku: 'a', count: 2 }, { sku: 'b' }] }
  expect(await tools.order({ order })).toEqual({ customer: 'Ada', total: 3, at: new Date(0) })
  expect(await tools.nothing()).toBeUndefined()
  expect(await tools.dates()).toEqual([new Date(0), new Date(1)])
  expect(await tools.maybe({ there: true })).toEqual(new Date(5))
  expect(await tools.maybe({ there: false })).toBeNull()
  const put = { region: ' Zürich', at: new Date(7), sizes: new Map([['s', 2n ** 70n]]) }
  expect(await tools['store.put'](put)).toEqual(put)
  expect(await tools.blocks()).toHaveLength(2)
})

test('reports of progress arrive while a tool runs', async () => {
  const { tools } = await connected()
  const reports: unknown[] = []
  const options = { progress: (report: unknown) => reports.push(report) }
  expect(await tools.count({ to: 3, pause: 5 }, options)).toBe('counted to 3')
  expect(reports[0]).toEqual({ progress: 1, total: 3, message: 'step 1' })
  expect(reports).toHaveLength(3)
})

test('a failure is a ToolError with the reason', async () => {
  const { tools, ToolError, createTools } = await connected()
  const failed = await tools.fail({ how: 'mcp' }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ToolError)
  expect(failed).toMatchObject({ tool: 'fail', message: 'fail: The oven is cold.', status: 200 })
  await expect(tools.greet({ name: 'Grace Hopper' })).rejects.toThrow('must be at most 5')
  const signal = AbortSignal.timeout(50)
  await expect(tools.wait({}, { signal })).rejects.toThrow('wait: aborted')
  const elsewhere = createTools({ url: 'http://127.0.0.1:1/mcp' })
  await expect(elsewhere.greet({ name: 'Ada' })).rejects.toMatchObject({ tool: 'greet' })
  const others = await connected([Values])
  await expect(others.tools.greet({ name: 'Ada' })).rejects.toMatchObject({ code: -32602 })
})

test('headers are computed before each call', async () => {
  const { createTools } = await connected()
  const seen: (string | null)[] = []
  const fetch = async (request: Request) => {
    seen.push(request.headers.get('authorization'))
    return new Response('Sign in.', { status: 401 })
  }
  let count = 0
  const headers = () => ({ authorization: `Bearer ${++count}` })
  const tools = createTools({ url: 'http://test/mcp', fetch, headers })
  await expect(tools.greet({ name: 'Ada' })).rejects.toMatchObject({ status: 401 })
  await expect(tools.greet({ name: 'Ada' })).rejects.toThrow('greet: status 401')
  expect(seen).toEqual(['Bearer 1', 'Bearer 2'])
})

test('tools are typed and documented', async () => {
  const program = `
    import { createTools, ToolError, type Tools } from './client/tools.js'
    const tools: Tools = createTools({ url: 'http://localhost:3000/mcp' })
    export async function use(): Promise<Date> {
      const text: string = await tools.greet({ name: 'Ada' })
      const { total } = await tools.order({ order: { customer: text, parts: [] } })
      const [first = new Date(total)] = await tools.dates()
      // @ts-expect-error a name is a text
      await tools.greet({ name: 5 })
      const put = await tools['store.put']({ region: 'eu', at: first, sizes: new Map([['s', 1n]]) })
      try {
        await tools.nothing({}, { progress: ({ progress }) => void progress.toFixed() })
      } catch (error) {
        if (error instanceof ToolError) void error.content?.[0]?.text
      }
      return put.at
    }`
  const { root, folder } = await written({ 'main.ts': program })
  expect(await compile(root)).toBe('')
  expect(readFileSync(join(folder, 'tools.d.ts'), 'utf8')).toContain('/** Greets somebody. */')
})

test('a tool may return classes that no route uses', async () => {
  const program = `
    import { createTools } from './client/tools.js'
    const tools = createTools({ url: 'http://localhost:3000/mcp' })
    export async function use(): Promise<Date[]> {
      const { day, by } = await tools.made()
      const made = await tools.makers({ each: [{ name: by.name, since: by.since }] })
      return [day, ...made.map((each) => each.by.since)]
    }`
  const { describe } = routesOf([RoutesController])
  const root = temporaryApplication({ 'package.json': '{ "type": "module" }', 'main.ts': program })
  const settings = { out: 'client', tools: true, schemas: true, query: true }
  const { folder } = await writeClient(root, describe, settings, { classes: [Makers] })
  expectToParse(folder)
  expect(await compile(root)).toBe('')

  const { port, close } = await serve(kernelOf([Makers]), { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  const { createTools } = (await import(pathToFileURL(join(folder, 'tools.js')).href)) as Loaded
  const tools = createTools({ url: `http://127.0.0.1:${port}/mcp` })
  const made = { day: new Date(1), by: { name: 'Ada', since: new Date(2) } }
  expect(await tools.made()).toEqual(made)
  expect(await tools.makers({ each: [made.by] })).toEqual([{ ...made, day: new Date(3) }])
})
