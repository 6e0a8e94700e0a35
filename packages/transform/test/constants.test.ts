import { expect, test } from 'vitest'
import { compileClass } from './compile-class.ts'
import { descriptionOf, typesOf } from './described.ts'

const declarations = `
enum Level { Low, Mid, High = 10, Next, Text = 'text', Sum = Low + High, 'quoted-name' = 7, Template = \`\${High}!\` }
enum Level { Late = 20, Later }
enum Own { A = B, B = 1 }
const two = 2
const sizes = { s: 1, m: { l: 'x' } } as const
const list = [1, ...[2, 3]]
declare const unknown: number
let changing = 1
function call() { return 1 }
`

/** The default of a parameter; undefined if it is only known at run time. */
function defaultOf(expression: string): unknown {
  const { parameters } = descriptionOf(
    compileClass(`${declarations} class A { constructor(value: unknown = ${expression}) {} }`),
  )
  return parameters?.[0]?.default
}

test.for([
  ['1 + 2', 3],
  ['5 - 2', 3],
  ['2 * 3', 6],
  ['7 / 2', 3.5],
  ['7 % 4', 3],
  ['2 ** 3', 8],
  ['1 << 4', 16],
  ['-16 >> 2', -4],
  ['-1 >>> 28', 15],
  ['5 | 2', 7],
  ['6 & 3', 2],
  ['6 ^ 3', 5],
  ['-(3)', -3],
  ['+3', 3],
  ['~5', -6],
  ['!0', true],
  ['!"x"', false],
  ['"a" + "b"', 'ab'],
  ['"a" + 1', 'a1'],
  ['1 + "b"', '1b'],
  ['"a" + null', 'anull'],
  ['`a${1}b${"c"}d`', 'a1bcd'],
  ['null', null],
  ['true', true],
  ['[1, "a", null]', [1, 'a', null]],
  ['[0, ...list, 4]', [0, 1, 2, 3, 4]],
  ['{ a: 1, "b-c": 2, 3: 4 }', { a: 1, 'b-c': 2, 3: 4 }],
  ['{ s: 0, ...sizes }', { s: 1, m: { l: 'x' } }],
  ['{ a: 1, ...null }', { a: 1 }],
  ['two', 2],
  ['sizes.s', 1],
  ['sizes.m.l', 'x'],
  ['sizes', { s: 1, m: { l: 'x' } }],
  ['Level.Mid', 1],
  ['Level.Next', 11],
  ['Level.Text', 'text'],
  ['Level.Sum', 10],
  ['Level.Template', '10!'],
  ['Level["quoted-name"]', 7],
  ['Level.Later', 21],
  ['(1)', 1],
  ['1 as number', 1],
  ['<number>1', 1],
  ['1!', 1],
  ['1 satisfies number', 1],
  ['Object.freeze([1])', [1]],
  ['[1] as const', [1]],
] as const)('%s is %o', ([expression, value]) => {
  expect(defaultOf(expression)).toEqual({ value })
})

test.for([
  '1n',
  '/a/',
  'unknown',
  'changing',
  'call()',
  'Object.keys({})',
  'Object.freeze()',
  'Object.freeze(...list)',
  'list.freeze([1])',
  'freeze([1])',
  'undeclared',
  'two.length',
  'sizes.none',
  'sizes.s.none',
  'sizes.toString',
  'Level.None',
  'Level',
  'Own.A',
  '`${unknown}`',
  '`a${1}${unknown}`',
  '[unknown]',
  '[, 1]',
  '[...unknown]',
  '[..."ab"]',
  '[...sizes]',
  '{ a: unknown }',
  '{ ["a"]: 1 }',
  '{ ..."ab" }',
  '{ ...unknown }',
  '-"a"',
  '+"1"',
  '~null',
  '-unknown',
  'typeof 1',
  '"a" - 1',
  'unknown + "a"',
  '"a" + unknown',
  'null + 1',
  '1 < 2',
  'true && 1',
  'new Date()',
])('%s is only known at run time', (expression) => {
  expect(defaultOf(expression)).toEqual({})
})

test.for([
  ['1', { kind: 'number' }],
  ['"a"', { kind: 'string' }],
  ['!0', { kind: 'boolean' }],
  ['`a`', { kind: 'string' }],
  ['Level.Mid', { kind: 'number' }],
] as const)('a parameter with the default %s needs no type', ([expression, type]) => {
  expect(
    typesOf(compileClass(`${declarations} class A { constructor(value = ${expression}) {} }`)),
  ).toEqual({ value: type })
})

test.for(['null', '[1]', '{}', 'new Date()', '1n'])(
  'a parameter with the default %s needs a type',
  (expression) => {
    const { value } = typesOf(compileClass(`class A { constructor(value = ${expression}) {} }`))
    expect(value).toMatchObject({ kind: 'unreadable', reason: 'the parameter has no type.' })
  },
)

test('typeof accepts only constants whose types are literals', () => {
  const unreadable = {
    kind: 'unreadable',
    reason: 'it is not a constant of literals with "as const".',
  }
  const source = `
    const fixed = { a: [1] } as const
    const frozen = Object.freeze({ a: 1 } as const)
    const text = \`a\`
    const wide = { a: 1 }
    const cast = { a: 1 } as Cast
    type Cast = { a: number }
    let changing = 1
    class A {
      constructor(a: typeof fixed.a, b: typeof frozen, c: typeof text, d: typeof wide, e: typeof cast,
        f: typeof changing, g: typeof fixed.b, h: typeof wide.a, i: keyof typeof wide, j: typeof missing) {}
    }`
  expect(typesOf(compileClass(source))).toMatchObject({
    a: { kind: 'tuple', items: [{ kind: 'enum', values: [1] }] },
    b: { kind: 'object', properties: [{ name: 'a', type: { kind: 'enum', values: [1] } }] },
    c: { kind: 'enum', values: ['a'] },
    d: unreadable,
    e: unreadable,
    f: unreadable,
    g: unreadable,
    h: unreadable,
    i: { kind: 'enum', values: ['a'] },
    j: unreadable,
  })
})
