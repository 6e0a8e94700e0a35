import { createApp } from '../../src/app.ts'
import { Health } from '../../src/features/health/health.ts'
import { serve } from '../../src/node.ts'
import { expect, onTestFinished, test } from 'vitest'
import { FwProcess, runFw } from '../support/fw-process.ts'
import { legacyPost } from '../features/mcp/serving.ts'
import { importableApplication } from '../support/temporary-application.ts'

const customer = `
import { Hide, scalar } from '@fw/core'

export class Money {
  constructor(readonly cents: bigint) {}
}

export const money = scalar(Money, {
  wire: 'string',
  from: (wire) => new Money(BigInt(wire)),
  to: (value) => String(value.cents),
})

export class Customer {
  constructor(
    readonly name: string,
    readonly secret: string,
    readonly paid: Money,
    readonly tags: Set<string>,
    readonly notes: Map<string, Set<string>>,
    readonly key: Uint8Array,
    @Hide() readonly hidden: string = 'hidden!',
  ) {}
}

/** A type that hides \`secret\`. */
export type Shown = Omit<Customer, 'secret' | 'hidden'>

/** Has the properties of its type only after it was read. */
export const ada = () =>
  new Customer(
    'Ada',
    'secret!',
    new Money(2n ** 70n),
    new Set(['new']),
    new Map([['a', new Set(['b'])]]),
    Uint8Array.of(1, 2, 3),
  )
`

const outputs = `
import {
  Command, ErrorHandler, Get, HealthCheck, McpResource, McpTool, Reply, SseEvent, type int,
} from '@fw/core'
import { Paginator } from '@fw/query'
import { ada, Customer, type Shown } from './customer.ts'

export class Refused extends Error { readonly customer = ada() }
export class Conflict extends Error { readonly customer = ada() }
export class Broken extends Error { readonly customer = ada() }

export class Wrapped<T> {
  constructor(readonly data: T, readonly more: T[]) {}
}

export class Order {
  constructor(
    readonly id: int,
    readonly note: string,
    readonly kind: 'order',
    readonly customer: Pick<Customer, 'name'>,
  ) {}
}

export class Offer {
  constructor(
    readonly kind: 'offer',
    readonly until: int,
    readonly id: int,
    readonly note: string,
  ) {}
}

export class Outputs {
  @Get('/one') one(): Shown { return ada() }
  @Get('/pick') pick(): Pick<Customer, 'name'> { return ada() }
  @Get('/later') async later(): Promise<Shown> { return ada() }
  @Get('/maybe') maybe(): Shown | null { return ada() }
  @Get('/list') list(): Shown[] { return [ada()] }
  @Get('/wrapped') wrapped(): Wrapped<Shown> { return new Wrapped<Shown>(ada(), [ada()]) }
  @Get('/page') page(): Paginator<Shown> { return new Paginator<Shown>([ada()], 1, 10, 1) }
  @Get('/map') map(): Map<string, Shown> { return new Map([['a', ada()]]) }
  @Get('/record') record(): Record<string, Shown> { return { a: ada() } }
  @Get('/reply') reply(): Reply<Shown> {
    return Reply.json<Shown>(ada()).withHeader('x-a', '1').withStatus(202)
  }
  @Get('/replies') replies(): Reply<Shown, 201> | Reply<Pick<Customer, 'name'>, 409> {
    return Reply.json<Pick<Customer, 'name'>, 409>(ada(), { status: 409 })
  }
  @Get('/data-or-reply') dataOrReply(): Shown | Reply<Pick<Customer, 'name'>, 409> { return ada() }
  @Get('/either') either(): (Pick<Customer, 'name'> | Pick<Order, 'id'>)[] {
    return [ada(), new Order(1, 'secret!', 'order', ada())]
  }
  @Get('/class-or-pick') classOrPick(): Order | Pick<Customer, 'name'> {
    return new Order(1, 'open!', 'order', ada())
  }
  @Get('/kinds') kinds(): (Pick<Order, 'kind' | 'id'> | Pick<Offer, 'kind' | 'until'>)[] {
    return [new Order(1, 'secret!', 'order', ada()), new Offer('offer', 5, 7, 'secret!')]
  }
  @Get('/events') async *events(): AsyncIterable<Shown> { yield ada() }
  @Get('/named') async *named(): AsyncIterable<SseEvent<Shown, 'a'>> {
    yield new SseEvent<Shown, 'a'>(ada(), { event: 'a' })
  }
  @Get('/events-or-reply') eventsOrReply(): AsyncIterable<Shown> | Reply<Shown> { return this.events() }
  @Get('/refused') refuse(): void { throw new Refused() }
  @Get('/conflict') conflict(): void { throw new Conflict() }
  @Get('/broken') break(): void { throw new Broken() }

  @McpTool('tool', 'Returns data.') tool(): Shown { return ada() }
  @McpTool('tools', 'Returns a list.') async tools(): Promise<Shown[]> { return [ada()] }
  @McpTool('structured', 'Returns a class.') structured(): Wrapped<Shown> {
    return new Wrapped<Shown>(ada(), [])
  }
  @McpTool('fails', 'Throws.') fails(): void { throw new Refused() }
  @McpResource('app://one', 'one', 'Data.') resource(): Shown { return ada() }
  @McpResource('app://list/{id}', 'list', 'A list.') async resources(id: string): Promise<Shown[]> {
    return [ada()]
  }
  @McpResource('app://fails', 'fails', 'Throws.') failing(): void { throw new Conflict() }

  @HealthCheck('customer') check(): Shown { return ada() }

  /** Its result is no output: nothing but a number means something. */
  @Command('show') show(): Shown { return ada() }

  @ErrorHandler(409) onRefused(error: Refused): Shown { return error.customer }
  @ErrorHandler(410) async onConflict(error: Conflict): Promise<Reply<Shown, 410>> {
    return Reply.json<Shown, 410>(error.customer, { status: 410 })
  }
  @ErrorHandler(502) onBroken(error: Broken): { readonly customers: Shown[] } {
    return { customers: [error.customer] }
  }
}
`

const application = () =>
  importableApplication({
    'package.json': '{ "type": "module" }',
    'src/customer.ts': customer,
    'src/outputs.ts': outputs,
  })

const shown = {
  name: 'Ada',
  paid: String(2n ** 70n),
  tags: ['new'],
  notes: { a: ['b'] },
  key: 'AQID',
}

const named = { name: 'Ada' }

/** Each path, its status and what it sends. */
const routes = {
  '/one': [200, shown],
  '/pick': [200, named],
  '/later': [200, shown],
  '/maybe': [200, shown],
  '/list': [200, [shown]],
  '/wrapped': [200, { data: shown, more: [shown] }],
  '/page': [200, { data: [shown], currentPage: 1, perPage: 10, total: 1, lastPage: 1 }],
  '/map': [200, { a: shown }],
  '/record': [200, { a: shown }],
  '/reply': [202, shown],
  '/replies': [409, named],
  '/data-or-reply': [200, shown],
  '/either': [200, [named, { id: 1 }]],
  '/class-or-pick': [200, { id: 1, note: 'open!', kind: 'order', customer: named }],
  '/kinds': [
    200,
    [
      { kind: 'order', id: 1 },
      { kind: 'offer', until: 5 },
    ],
  ],
  '/refused': [409, shown],
  '/conflict': [410, shown],
  '/broken': [502, { customers: [shown] }],
} as const

/** Each call of an agent and the data that it gets. */
const calls = [
  ['tools/call', { name: 'tool' }, shown],
  ['tools/call', { name: 'tools' }, [shown]],
  ['tools/call', { name: 'structured' }, { data: shown, more: [] }],
  ['tools/call', { name: 'fails' }, shown],
  ['resources/read', { uri: 'app://one' }, shown],
  ['resources/read', { uri: 'app://list/1' }, [shown]],
  ['resources/read', { uri: 'app://fails' }, shown],
] as const

interface Message {
  readonly id: number
  readonly result?: {
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: unknown
    readonly contents?: readonly { readonly text: string }[]
  }
  readonly error?: { readonly message: string }
}

function dataOf({ result, error }: Message): unknown {
  const text = error?.message ?? (result?.content ?? result?.contents)?.[0]?.text
  const data: unknown = JSON.parse(text as string)
  if (result?.structuredContent !== undefined) expect(result.structuredContent).toEqual(data)
  return data
}

function messageOf(index: number) {
  const [method, params] = calls[index] as (typeof calls)[number]
  return { jsonrpc: '2.0', id: index, method, params }
}

test('a declared type hides and converts in every output over HTTP', async () => {
  const { kernel, container } = await createApp(application(), { validateResponses: true })
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  const base = `http://127.0.0.1:${port}`

  for (const [path, [status, body]] of Object.entries(routes)) {
    const response = await fetch(base + path)
    expect.soft([path, response.status, await response.json()]).toEqual([path, status, body])
  }
  for (const path of ['/events', '/events-or-reply', '/named']) {
    const text = await (await fetch(base + path)).text()
    const data = /^data: (.*)$/mu.exec(text)?.[1] ?? 'null'
    expect.soft([path, JSON.parse(data)]).toEqual([path, shown])
  }
  for (const [index, [method, , data]] of calls.entries()) {
    const response = await kernel.fetch(legacyPost(messageOf(index)))
    expect.soft([method, dataOf((await response.json()) as Message)]).toEqual([method, data])
  }
  const { checks } = await container.get(Health).report('all')
  expect(checks).toMatchObject({ customer: { details: shown } })
})

test('a declared type hides and converts in every output over stdio', async () => {
  const fw = new FwProcess(application(), ['mcp:serve'])
  const initialize = { jsonrpc: '2.0', id: -1, method: 'initialize' }
  const messages = [initialize, ...calls.map((_, index) => messageOf(index))]
  fw.child.stdin.end(messages.map((each) => `${JSON.stringify(each)}\n`).join(''))
  expect(await fw.exit).toBe(0)
  const answers = fw.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message)
  for (const [index, [, , data]] of calls.entries()) {
    const answer = answers.find(({ id }) => id === index) as Message
    expect.soft([messageOf(index), dataOf(answer)]).toEqual([messageOf(index), data])
  }
})

test('what a command returns is not printed', async () => {
  const { stdout, stderr } = await runFw(application(), ['show'])
  expect(stdout + stderr).not.toMatch(/secret!|hidden!/u)
})
