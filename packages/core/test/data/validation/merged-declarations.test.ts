import { Hydrator, type Class, type ValidationFailed, type int } from '@fw/core'
import { expect, test } from 'vitest'
import { temporaryApplication } from '../../support/temporary-application.ts'

class Ticket {
  constructor(
    readonly state: Ticket.State,
    readonly place: Ticket.Place,
  ) {}
}

namespace Ticket {
  export type State = 'open' | 'closed'
}

namespace Ticket {
  export interface Place {
    row: int
  }
  export namespace Inner {
    export type Name = Place['row'] | State
  }
}

enum Level {
  Low = 'low',
}

namespace Level {
  export type Other = 'medium' | 'high'
}

const settings = { modes: ['dark', 'light'], sizes: { s: 1, m: 2 } } as const
const anyText: string = 'any text'
declare const colors: readonly ['red', 'green']

class Chosen {
  constructor(
    readonly level: Level | Level.Other,
    readonly inner: Ticket.Inner.Name,
    readonly mode: (typeof settings.modes)[number],
    readonly size: keyof typeof settings.sizes,
    readonly first: typeof settings.modes,
    readonly wide: typeof anyText,
    readonly color: (typeof colors)[number],
  ) {}
}

function errorsOf(target: Class, data: object): unknown {
  try {
    return { accepted: new Hydrator().hydrate(target, data) }
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}

test('types are found in a namespace that shares its name with a class, an enum or another namespace', () => {
  const ticket = { state: 'open', place: { row: 3 } }
  expect(errorsOf(Ticket, ticket)).toEqual({ accepted: new Ticket('open', { row: 3 }) })
  expect(errorsOf(Ticket, { state: 'lost', place: { row: 'a' } })).toEqual({
    state: ['must be one of: open, closed.'],
    'place.row': ['must be an integer.'],
  })
})

test('typeof follows the names inside a constant, and the declared type of a variable', () => {
  const chosen = {
    level: 'high',
    inner: 7,
    mode: 'dark',
    size: 'm',
    first: ['dark', 'light'],
    wide: `not ${anyText}`,
    color: 'green',
  }
  expect(errorsOf(Chosen, chosen)).toEqual({ accepted: expect.objectContaining(chosen) })
  expect(
    errorsOf(Chosen, { ...chosen, level: 'Low', mode: 's', size: 'l', wide: 1, color: 'blue' }),
  ).toEqual({
    level: ['must be one of: low, medium, high.'],
    mode: ['must be one of: dark, light.'],
    size: ['must be one of: s, m.'],
    wide: ['must be a string.'],
    color: ['must be one of: red, green.'],
  })
})

test('import X = Space.Name refers to a member of a namespace, and to the target of an import there', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/shop.ts': `export namespace Shop {
  export type Size = 's' | 'm'
  export class Item { constructor(readonly size: Size) {} }
  export namespace Inner { export const rows = 1; export interface Place { row: number } }
  export import Room = Inner.Place
}
`,
    'src/held.ts': `import * as shop from './shop.ts'
import Own = shop.Shop
import Size = Own.Size
import Item = Own.Item
import Place = shop.Shop.Room
namespace Local { export enum Level { Low = 'low' } }
export import Level = Local.Level
import Lost = Own.Lost
export class Held {
  constructor(readonly size: Size, readonly item: Item, readonly place: Place, readonly level: Level, readonly low: Level.Low) {}
}
export class Losing { constructor(readonly lost: Lost) {} }
`,
    'src/circle.ts':
      'import Circle = Circle.Other\nexport class Held { constructor(readonly circle: Circle) {} }',
  })
  const module = (await import(/* @vite-ignore */ `${root}/src/held.ts`)) as Record<string, Class>
  const Held = module.Held as Class
  const held = { size: 's', item: { size: 'm' }, place: { row: 1 }, level: 'low', low: 'low' }
  expect(errorsOf(Held, held)).toEqual({ accepted: expect.objectContaining(held) })
  expect(
    errorsOf(Held, { size: 'l', item: { size: 'l' }, place: { row: '' }, level: 'x', low: 'x' }),
  ).toEqual({
    size: ['must be one of: s, m.'],
    'item.size': ['must be one of: s, m.'],
    'place.row': ['must be a number.'],
    level: ['must be one of: low.'],
    low: ['must be one of: low.'],
  })
  expect(() => new Hydrator().prepare(module.Losing as Class)).toThrow('there is no member "Lost"')
  await expect(import(/* @vite-ignore */ `${root}/src/circle.ts`)).rejects.toThrow(
    "reading 'Other'",
  )
})

test('types of packages are followed through namespaces, import() and declared constants', async () => {
  const root = temporaryApplication({
    'package.json': JSON.stringify({
      name: 'own',
      type: 'module',
      exports: { './levels': { types: './levels/index.d.ts' } },
    }),
    'levels/index.d.ts': "export * as inner from './inner.js'\n",
    'levels/inner.d.ts': `declare const colors: readonly ["red", "green"]
export type Color = (typeof colors)[number]
export type Id = string & { readonly __brand: unique symbol }
export interface Deep { color: import('./index.js').inner.Color; id?: Id }
`,
    'src/held.ts': `import type { inner } from 'own/levels'
export class Held { constructor(readonly deep: inner.Deep, readonly id: import('own/levels').inner.Id) {} }
`,
  })
  const { Held } = (await import(/* @vite-ignore */ `${root}/src/held.ts`)) as { Held: Class }
  expect(errorsOf(Held, { deep: { color: 'blue', id: 1 }, id: 2 })).toEqual({
    'deep.color': ['must be one of: red, green.'],
    'deep.id': ['must be a string.'],
    id: ['must be a string.'],
  })
})
