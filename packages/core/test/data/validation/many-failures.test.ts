import {
  attribute,
  Body,
  type Class,
  Hydrator,
  type int,
  Kernel,
  McpTool,
  Post,
  ValidationFailed,
} from '@fw/core'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { kernelOf } from '../../http/serving.ts'
import { serverOf } from '../../features/mcp/serving.ts'

let checked = 0

class RefusedConstraint {
  validate() {
    checked += 1
    return 'is refused.'
  }
}

const Refused = attribute(RefusedConstraint)

class Line {
  constructor(
    readonly sku: string,
    readonly name: string,
    readonly price: number,
    readonly quantity: int,
    readonly unit: string,
    readonly weight: number,
    readonly width: number,
    readonly height: number,
  ) {}
}

class Order {
  constructor(readonly lines: Line[]) {}
}

class Orders {
  @Post('/orders')
  create(@Body() order: Order) {
    return order.lines.length
  }

  @Post('/labels')
  label(@Body() labels: Record<string, Record<string, int[]>>) {
    return Object.keys(labels).length
  }

  @McpTool('order', 'Places an order.')
  order(order: Order) {
    return order.lines.length
  }
}

const lines = Array.from({ length: 600_000 }, () => ({}))

const { kernel } = kernelOf([Orders])

async function refusal(of: Kernel, path: string, body: unknown) {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const response = await of.fetch(new Request(`http://localhost${path}`, init))
  expect(response.status).toBe(422)
  const text = await response.text()
  return { ...(JSON.parse(text) as { errors: Record<string, string[]>; more?: true }), text }
}

describe('more than 100 failures', () => {
  test('of a body are cut to 100, and a note that there are more', async () => {
    const { errors, more, text } = await refusal(kernel, '/orders', { lines })
    expect(Object.keys(errors)).toHaveLength(100)
    expect(Object.keys(errors)[99]).toBe('lines.12.quantity')
    expect(errors['lines.12.quantity']).toEqual(['is required.'])
    expect(more).toBe(true)
    expect(text.length).toBeLessThan(5000)
  })

  test('are not reported for exactly 100', async () => {
    const partly = [...lines.slice(0, 12), { sku: '', name: '', price: 1, quantity: 1 }]
    const { errors, more } = await refusal(kernel, '/orders', { lines: partly })
    expect(Object.keys(errors)).toHaveLength(100)
    expect(more).toBeUndefined()
  })

  test('of a tool are sent to the agent in the same format', async () => {
    const client = new McpTestClient(serverOf([Orders]))
    const { content, isError } = await client.callTool('order', { order: { lines } })
    expect(isError).toBe(true)
    const { errors, more } = JSON.parse(String(content[0]?.['text'])) as Record<string, object>
    expect(Object.keys(errors ?? {})).toHaveLength(100)
    expect(more).toBe(true)
  })

  test('do not repeat a long key', async () => {
    const long = 'k'.repeat(500_000)
    const labels = { [long]: { [`${long}2`]: lines.slice(0, 1000) } }
    const { errors, text } = await refusal(kernel, '/labels', labels)
    const short = `${'k'.repeat(100)}…`
    expect(errors[`${short}.${short}.99`]).toEqual(['must be an integer.'])
    expect(text.length).toBeLessThan(50_000)
  })
})

class Leaf {
  constructor(@Refused() readonly value: unknown) {}
}

class Lists {
  constructor(readonly leaves: Leaf[][]) {}
}

class Records {
  constructor(readonly leaves: Record<string, Record<string, Leaf>>) {}
}

class Pairs {
  constructor(readonly leaves: [Leaf, { leaf: Leaf }][]) {}
}

class Circle {
  constructor(
    readonly kind: 'circle',
    @Refused() readonly radius: unknown,
  ) {}
}

class Square {
  constructor(
    readonly kind: 'square',
    @Refused() readonly side: unknown,
  ) {}
}

class Unions {
  constructor(readonly shapes: (Circle | Square | string | null)[]) {}
}

class Tree {
  constructor(
    @Refused() readonly value: unknown,
    readonly left: Tree | null,
    readonly right: Tree | null,
  ) {}
}

const leaf = { value: 1 }
const thousand = Array.from({ length: 1000 }, (_, index) => index)
const byKey = <T>(value: T) => Object.fromEntries(thousand.map((index) => [`k${index}`, value]))

function treeOf(depth: number): object {
  const child = depth === 0 ? null : treeOf(depth - 1)
  return { value: 1, left: child, right: child }
}

describe('checking ends with failure 101', () => {
  const cases: [string, Class<object>, object][] = [
    ['lists in lists', Lists, { leaves: thousand.map(() => thousand.map(() => leaf)) }],
    ['records in records', Records, { leaves: byKey(byKey(leaf)) }],
    ['tuples and structures', Pairs, { leaves: thousand.map(() => [leaf, { leaf }]) }],
    [
      'unions',
      Unions,
      {
        shapes: thousand.map((index) =>
          index % 2 === 0 ? { kind: 'circle', radius: 1 } : { kind: 'square', side: 1 },
        ),
      },
    ],
    ['a class inside itself', Tree, treeOf(14)],
  ]

  for (const [title, target, data] of cases) {
    test(`in ${title}`, () => {
      checked = 0
      const failed = failureOf(target, data)
      expect(checked).toBe(101)
      expect(Object.values(failed.errors).flat()).toHaveLength(100)
      expect(failed.more).toBe(true)
    })
  }
})

test('a few failures are all reported', () => {
  const failed = failureOf(Lists, { leaves: [[leaf, leaf]] })
  expect(failed).toMatchObject({
    errors: { 'leaves.0.0.value': ['is refused.'], 'leaves.0.1.value': ['is refused.'] },
    more: false,
  })
})

function failureOf(target: Class<object>, data: object): ValidationFailed {
  try {
    new Hydrator().hydrate(target, data)
  } catch (error) {
    if (error instanceof ValidationFailed) return error
    throw error
  }
  throw new Error('The data were accepted.')
}
