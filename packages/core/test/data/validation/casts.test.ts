import { Get, type int, Query, scalar } from '@fw/core'
import { expect, test } from 'vitest'
import { kernelOf } from '../../http/serving.ts'

class Celsius {
  constructor(readonly degrees: number) {}
}

const degrees = { from: (n: number) => new Celsius(n), to: ({ degrees }: Celsius) => degrees }
export const celsius = scalar(Celsius, { wire: 'number', ...degrees })

class Colour {
  constructor(readonly name: string) {}
}

const red = { enum: ['red', { r: 255 }] }
const colours = {
  jsonSchema: red,
  from: (value: unknown) => {
    if (value === 'red') return new Colour('red')
    // Not an error, so that the message is the default one.
    throw value
  },
  to: ({ name }: Colour) => name,
}
export const colour = scalar(Colour, colours)

class Search {
  @Get('/flag')
  flag(@Query() flag: boolean): boolean {
    return flag
  }

  @Get('/pair')
  pair(@Query() pair: [int, boolean?, ...int[]]): unknown {
    return pair
  }

  @Get('/heat')
  heat(@Query() heat: Celsius): number {
    return heat.degrees
  }

  @Get('/colour')
  colour(@Query() colour: Colour): string {
    return colour.name
  }
}

const { kernel } = kernelOf([Search])

async function bodyOf(path: string): Promise<unknown> {
  return (await kernel.fetch(new Request(`http://localhost${path}`))).json()
}

test.for([
  ['/flag?flag=true', true],
  ['/flag?flag=1', true],
  ['/flag?flag=false', false],
  ['/flag?flag=0', false],
  ['/pair?pair=1&pair=true&pair=2&pair=3', [1, true, 2, 3]],
  ['/heat?heat=-3.5', -3.5],
  ['/colour?colour=red', 'red'],
] as const)('%s is %o', async ([path, value]) => {
  expect(await bodyOf(path)).toEqual(value)
})

test.for([
  ['/flag?flag=yes', { flag: ['must be a boolean.'] }],
  ['/flag?flag=', { flag: ['must be a boolean.'] }],
  [
    '/pair?pair=x&pair=2&pair=y',
    {
      'pair.0': ['must be an integer.'],
      'pair.1': ['must be a boolean.'],
      'pair.2': ['must be an integer.'],
    },
  ],
  ['/pair?pair=1', { pair: ['must be an array.'] }],
  ['/heat?heat=warm', { heat: ['must be a number.'] }],
  ['/colour?colour=blue', { colour: ['is not valid.'] }],
] as const)('%s is refused', async ([path, errors]) => {
  expect(await bodyOf(path)).toEqual({ errors })
})

test('a module that defines a scalar may be loaded twice, but not define another one', () => {
  expect(() => scalar(Colour, { ...colours, jsonSchema: { ...red } })).not.toThrow()
  expect(() => scalar(Colour, { ...colours, jsonSchema: { enum: ['red', { r: 254 }] } })).toThrow(
    'scalar(Colour, …): Colour is defined as two different scalars. Remove one of them.',
  )
  expect(() => scalar(Celsius, { wire: 'integer', ...degrees })).toThrow('two different scalars')
})
