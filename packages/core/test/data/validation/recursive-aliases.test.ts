import { Body, Container, Hydrator, Kernel, Post, Router, type ValidationFailed } from '@fw/core'
import { expect, test } from 'vitest'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Dates = Date | Dates[]
type Sum =
  | { readonly kind: 'day'; readonly day: Date }
  | { readonly kind: 'sum'; readonly of: readonly Sum[] }
type Tags = { readonly names: Set<string> } | Tags[]

class Holder {
  constructor(
    readonly json: Json = null,
    readonly dates: Dates = [],
    readonly sum: Sum | null = null,
    readonly tags: Tags = [],
  ) {}
}

const hydrator = new Hydrator()

function errorsOf(data: object): unknown {
  try {
    return { accepted: hydrator.hydrate(Holder, data) }
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}

test('values are created at any depth', () => {
  const at = '2026-01-01T00:00:00Z'
  const held = hydrator.hydrate(Holder, {
    json: [{ a: [null, 1, 'x'] }],
    dates: [at, [[at]]],
    sum: { kind: 'sum', of: [{ kind: 'day', day: at }] },
  })
  expect(held.json).toEqual([{ a: [null, 1, 'x'] }])
  expect(held.dates).toEqual([new Date(at), [[new Date(at)]]])
  expect(held.sum).toEqual({ kind: 'sum', of: [{ kind: 'day', day: new Date(at) }] })
})

test('an error is reported under its own key', () => {
  expect(
    errorsOf({ dates: [['x', []]], sum: { kind: 'sum', of: [{ kind: 'day' }, { kind: 'z' }] } }),
  ).toEqual({
    'dates.0.0': ['must be a date-time or an array.'],
    'sum.of.0.day': ['is required.'],
    'sum.of.1.kind': ['must be one of: day, sum.'],
  })
})

function nested(levels: number, inner = '1'): string {
  return '['.repeat(levels) + inner + ']'.repeat(levels)
}

test('a value may be 200 deep', () => {
  const json: unknown = JSON.parse(nested(200))
  expect(hydrator.hydrate(Holder, { json }).json).toEqual(json)
  expect(Object.values(errorsOf({ json: JSON.parse(nested(201)) }) as object)).toEqual([
    ['is nested too deeply.'],
  ])
})

class Deep {
  @Post('/deep')
  deep(@Body() body: Holder): Holder {
    return body
  }
}

test('10,000 levels are a 422, even below a member of the alias', async () => {
  const kernel = new Kernel(new Container().boot(), new Router().register(Deep))
  for (const body of [
    `{"json":${nested(10_000)}}`,
    `{"json":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    `{"dates":${nested(10_000)}}`,
    `{"sum":${'{"kind":"sum","of":['.repeat(10_000)}${']}'.repeat(10_000)}}`,
  ]) {
    const request = new Request('http://localhost/deep', { method: 'POST', body })
    const response = await kernel.fetch(request)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('is nested too deeply.')
  }
})

test('responses convert the type behind the alias, at any depth', async () => {
  const kernel = new Kernel(new Container().boot(), new Router().register(Deep))
  const body = JSON.stringify({ tags: [[{ names: ['a'] }], { names: [] }] })
  const request = new Request('http://localhost/deep', { method: 'POST', body })
  const answer = (await (await kernel.fetch(request)).json()) as { tags: unknown }
  expect(answer.tags).toEqual([[{ names: ['a'] }], { names: [] }])
})
