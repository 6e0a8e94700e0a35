import { Body, Get, type int, Post, Query, scalar } from '@fw/core'
import { expect, test } from 'vitest'
import { documentOf } from '../../features/openapi/document-of.ts'
import { kernelOf } from '../../http/serving.ts'

class Celsius {
  constructor(readonly degrees: number) {}
}

const degrees = { from: (n: number) => new Celsius(n), to: ({ degrees }: Celsius) => degrees }
export const celsius = scalar(Celsius, { wire: 'number', ...degrees })

class Steps {
  constructor(readonly count: number) {}
}

export const steps = scalar(Steps, {
  wire: 'integer',
  from: (count) => new Steps(count),
  to: ({ count }) => count,
})

class Answer {
  constructor(readonly isYes: boolean) {}
}

export const answer = scalar(Answer, {
  wire: 'boolean',
  from: (isYes) => new Answer(isYes),
  to: ({ isYes }) => isYes,
})

class Name {
  constructor(readonly text: string) {}
}

export const named = scalar(Name, {
  wire: 'string',
  from: (text) => new Name(text),
  to: ({ text }) => text,
})

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

  @Get('/steps')
  steps(@Query() steps: Steps): number {
    return steps.count
  }

  @Get('/answer')
  answer(@Query() answer: Answer): boolean {
    return answer.isYes
  }

  @Post('/scalars')
  scalars(@Body() body: Scalars): unknown[] {
    const { heat, steps, answer, name } = body
    return [heat.degrees, steps.count, answer.isYes, name.text]
  }

  @Post('/keys')
  keys(@Body() body: Keys): unknown[] {
    return [[...body.named.keys()], [...body.numbered.keys()]]
  }

  @Post('/pet')
  pet(@Body() owner: Owner): unknown {
    return owner.pet
  }

  @Get('/colour')
  colour(@Query() colour: Colour): string {
    return colour.name
  }
}

class Scalars {
  constructor(
    readonly heat: Celsius,
    readonly steps: Steps,
    readonly answer: Answer,
    readonly name: Name,
  ) {}
}

class Cat {
  constructor(
    readonly kind: 'cat',
    readonly lives: int,
  ) {}
}

class Robot {
  constructor(
    readonly kind: 2,
    readonly charged: boolean,
  ) {}
}

class Owner {
  constructor(readonly pet: Cat | Robot) {}
}

class Keys {
  constructor(
    readonly named: Map<'a' | 2, int>,
    readonly numbered: Map<number, int>,
  ) {}
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
  ['/steps?steps=12', 12],
  ['/answer?answer=true', true],
  ['/answer?answer=0', false],
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
  ['/steps?steps=1.5', { steps: ['must be an integer.'] }],
  ['/steps?steps=many', { steps: ['must be an integer.'] }],
  ['/answer?answer=maybe', { answer: ['must be a boolean.'] }],
  ['/colour?colour=blue', { colour: ['is not valid.'] }],
] as const)('%s is refused', async ([path, errors]) => {
  expect(await bodyOf(path)).toEqual({ errors })
})

async function answerTo(path: string, body: object): Promise<unknown> {
  const request = { method: 'POST', body: JSON.stringify(body) }
  return (await kernel.fetch(new Request(`http://localhost${path}`, request))).json()
}

test('scalars in JSON have the type of their wire', async () => {
  const valid = { heat: 1.5, steps: 2, answer: false, name: 'x' }
  expect(await answerTo('/scalars', valid)).toEqual([1.5, 2, false, 'x'])
  expect(await answerTo('/scalars', { heat: '1', steps: 1.5, answer: 0, name: 3 })).toEqual({
    errors: {
      heat: ['must be a number.'],
      steps: ['must be an integer.'],
      answer: ['must be a boolean.'],
      name: ['must be a string.'],
    },
  })
})

test.for([
  ['pet[kind]=cat&pet[lives]=9', { kind: 'cat', lives: 9 }],
  ['pet[kind]=2&pet[charged]=true', { kind: 2, charged: true }],
  ['pet[kind]=cat&pet[lives]=many', { errors: { 'pet.lives': ['must be an integer.'] } }],
  ['pet[kind]=dog&pet[lives]=9', { errors: { 'pet.kind': ['must be one of: cat, 2.'] } }],
  ['pet=cat', { errors: { pet: ['must be an object.'] } }],
] as const)('%s is %o in a form', async ([form, pet]) => {
  const request = { method: 'POST', body: new URLSearchParams(form) }
  expect(await (await kernel.fetch(new Request('http://localhost/pet', request))).json()).toEqual(
    pet,
  )
})

test('the schema of a scalar is that of its wire', async () => {
  const { components } = await documentOf([Search])
  expect(components?.schemas?.['Scalars']).toMatchObject({
    properties: {
      heat: { type: 'number' },
      steps: { type: 'integer' },
      answer: { type: 'boolean' },
      name: { type: 'string' },
    },
  })
})

test('keys of literals and numbers are converted', async () => {
  expect(
    await answerTo('/keys', { named: { 2: 0, a: 0 }, numbered: { 1.5: 0, '-0.25': 0 } }),
  ).toEqual([
    [2, 'a'],
    [1.5, -0.25],
  ])
  const wrong = { named: { b: 0, '2.0': 0 }, numbered: { '01': 0, x: 0, '': 0 } }
  expect(await answerTo('/keys', wrong)).toEqual({
    errors: {
      'named.b': ['the key must be one of: a, 2.'],
      'named.2.0': ['the key must be one of: a, 2.'],
      'numbered.01': ['the key must be a number.'],
      'numbered.x': ['the key must be a number.'],
      'numbered.': ['the key must be a number.'],
    },
  })
})

test('a module that defines a scalar may be loaded twice, but not define another one', () => {
  expect(() => scalar(Colour, { ...colours, jsonSchema: { ...red } })).not.toThrow()
  expect(() => scalar(Colour, { ...colours, jsonSchema: { enum: ['red', { r: 254 }] } })).toThrow(
    'scalar(Colour, …): Colour is defined as two different scalars. Remove one of them.',
  )
  expect(() => scalar(Celsius, { wire: 'integer', ...degrees })).toThrow('two different scalars')
  const from = (n: number) => new Celsius(n + 1)
  expect(() => scalar(Celsius, { wire: 'number', ...degrees, from })).toThrow(
    'two different scalars',
  )
})
