import * as core from '../../core/src/index.ts'
import { expect, test } from 'vitest'
import { importableApplication } from '../../core/test/support/temporary-application.ts'
import { lintByEslint, lintByOxlint, settings, messagesOfCheck } from './lint.ts'

const mistaken = `import { Body, Email, EventDispatcher, Get, MinItems, NotBlank, Post, Prefix, Trim, type int } from '@fw/core'
import type { Job, Queue } from '@fw/queue'

export class Order {
  constructor(
    @Email() readonly count: int,
    @NotBlank readonly name: string,
    @Trim() readonly flag: boolean,
    @MinItems(1) readonly tags: string,
    readonly when: symbol[],
    readonly call: (() => void) | null,
    readonly title: String,
  ) {}
}

@Prefix('/shop')
export class Orders {
  constructor(readonly events: EventDispatcher, private readonly queue: Queue) {}

  @Get('orders')
  noSlash(): string { return '' }

  @Get('/a/{id}/{id}')
  twice(id: string): string { return id }

  @Get('/x{id}')
  part(): string { return '' }

  @Get('/c/:id')
  colon(): string { return '' }

  @Get('/a?b')
  query(): string { return '' }

  @Get('/../x')
  dots(): string { return '' }

  @Get('/orders/{id}')
  show(ident: int): string { return String(ident) }

  @Get('/again/{id}')
  first(id: string): string { return id }

  @Get('/again/{name}')
  again(name: string): string { return name }

  @Post('/orders')
  create(@Body() order: Order) {
    this.events.dispatch(order)
    this.queue.push(new Mail('x'))
    void this.events.dispatch(order)
    return order
  }

  @Get
  bare(): string { return '' }
}

export class Mail implements Job {
  constructor(to: string) { void to }
  handle(): void {}
}

class Hidden {
  @Get('/hidden')
  list(): string { return '' }
}
`

const rules = [
  ['readable-type', 3],
  ['attribute-called', 2],
  ['export-class', 1],
  ['placeholder', 7],
  ['duplicate-route', 1],
  ['constraint-fits', 3],
  ['return-type', 1],
  ['job-properties', 1],
  ['await-dispatch', 2],
] as const

function application(source: string): string {
  return importableApplication({
    ...settings,
    'package.json': '{ "type": "module" }',
    'src/shop.ts': source,
  })
}

test('each rule reports its mistakes in oxlint', async () => {
  const found = await lintByOxlint(application(mistaken))

  const counts = rules.map(([name]) => [name, found.filter(({ rule }) => rule === name).length])
  expect(counts).toEqual(rules)
})

test('ESLint reports the same mistakes at the same locations', async () => {
  const root = application(mistaken)

  const [ofOxlint, ofEslint] = await Promise.all([lintByOxlint(root), lintByEslint(root)])

  expect(ofEslint.toSorted(byLocation)).toEqual(ofOxlint.toSorted(byLocation))
})

test('the messages are those of the application', async () => {
  const root = application(mistaken)

  const [found, texts] = await Promise.all([lintByOxlint(root), messagesOfCheck(root)])

  // These show while the application runs.
  const later = new Set(['job-properties', 'await-dispatch'])
  const ofBoot = found.filter(({ rule }) => !later.has(rule))
  expect(ofBoot.filter(({ text }) => !texts.some((each) => each.includes(text)))).toEqual([])
})

test('a decorator that needs arguments is shown with arguments, as in the application', async () => {
  const names = Object.entries(core).flatMap(([name, use]) =>
    isDecorator(name, use) ? [name] : [],
  )
  const source = `import { ${names.join(', ')} } from '@fw/core'
export class Uses {
${names.map((name) => `  @${name}\n  m${name}() {}\n`).join('\n')}}
`
  const found = await lintByOxlint(application(source))
  const forms = found.flatMap(({ text }) => /Write (.+)\.$/.exec(text)?.[1] ?? [])

  expect(names.length).toBeGreaterThan(40)
  expect(forms.toSorted()).toEqual(names.map((name) => `@${name}(${exampleOf(name)})`).toSorted())
})

test('valid declarations are not reported', async () => {
  const root =
    application(`import { Body, Email, EventDispatcher, Get, Post, type int } from '@fw/core'
import type { Job, Queue } from '@fw/queue'
import { Component } from 'somewhere'

export class Order {
  constructor(@Email() readonly mail: string, readonly count: int | null, readonly at = new Date()) {}
}

class Tally {
  @Get('/tally') count(): number { return 1 }
}

export class Orders {
  readonly by = new Map<symbol, () => void>([[Symbol('a'), () => new Tally().count()]])
  constructor(readonly events: EventDispatcher, readonly queue: Queue, readonly call: () => void) {}

  /** The prefix of the application may fill it. */
  @Get('/orders') list(tenant: string): string[] { return [tenant] }

  @Get('/orders/{id}') show(id: int, page: int = 1): string { return String(id + page) }

  @Post('/orders') async create(@Body() order: Order): Promise<Order> {
    await this.events.dispatch(order)
    const pushed = this.queue.push(new Mail(order.mail))
    await pushed
    return order
  }

  helper() { return this.queue }
}

export class Mail implements Job {
  readonly to: string
  constructor(to: string) { this.to = to }
  handle(): void {}
}

@Component
class Foreign {
  @Component render() { return new Map<symbol, String>() }
}
`)

  expect([await lintByOxlint(root), await lintByEslint(root)]).toEqual([[], []])
})

/** True for a decorator: a function that can be called on a method. */
function isDecorator(name: string, value: unknown): boolean {
  return /^[A-Z]/.test(name) && typeof value === 'function' && !('prototype' in value)
}

/** The arguments in the error of a decorator without parentheses. */
function exampleOf(name: string): string {
  class Uses {}
  const use = (core as Record<string, unknown>)[name] as MethodDecorator
  try {
    use(Uses.prototype, 'method', {})
  } catch (error) {
    return /Write @\w+\((.*)\)\.$/.exec(String(error))?.[1] ?? ''
  }
  return ''
}

function byLocation(one: { line: number; column: number }, other: typeof one): number {
  return one.line - other.line || one.column - other.column
}
