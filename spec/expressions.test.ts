import { expect, test } from 'vitest'
import { findExpressions } from './expressions/find-expressions.ts'
import { findSlowText } from './expressions/find-slow-text.ts'
import { filesOf } from './repository.ts'

const computed: string[] = []
const expressions = filesOf('packages/*/src/**/*.{ts,js}').flatMap((file) =>
  findExpressions(file, computed),
)

test(
  'an expression takes time proportional to the length of the string',
  { timeout: 120_000 },
  () => {
    const slow = expressions.flatMap(({ place, expression }) => {
      const text = findSlowText(expression)
      return text ? [`${place} ${String(expression)} on ${JSON.stringify(text)}`] : []
    })
    expect(slow).toEqual([])
  },
)

test('those created at run time come from users, or are checked when they are created', () => {
  expect(computed).toEqual([
    'packages/core/src/data/builtins/temporal.ts',
    'packages/core/src/data/builtins/url.ts',
    'packages/core/src/data/schema/compared-keywords.ts',
    'packages/core/src/data/validation/constraints/regex.ts',
  ])
})

for (const slow of [
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?$/,
  /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/iu,
  /^(.+?)\s+as\s+(.+)$/is,
  /\{[^}]*\}/g,
  /^\s*@(?=[a-z])/gm,
  /^(?:a+)+$/,
  /(?<!b)\s+$/u,
]) {
  test(`${String(slow)} is found to be slow`, () => {
    expect(findSlowText(slow)).toBeDefined()
  })
}

test('expressions are found in literals, in constants, and in scripts stored as text', () => {
  const text = [
    "const word = 'w+'",
    'const pattern = new RegExp(`^(?:${word}|${["a", "b"].join("|")})` + "$", "u")',
    'const parts = text.split(/,\\s*/)',
    'const script = `start({\n  mark: /x/i,\n})`',
    'const other = RegExp(given)',
  ]
  const places: string[] = []
  const found = findExpressions({ path: 'some.ts', text: text.join('\n') }, places)
  expect(found.map(({ place, expression }) => `${place} ${String(expression)}`)).toEqual([
    'some.ts:2 /^(?:w+|a|b)$/u',
    'some.ts:3 /,\\s*/g',
    'some.ts:4 /x/i',
  ])
  expect(places).toEqual(['some.ts'])
})
