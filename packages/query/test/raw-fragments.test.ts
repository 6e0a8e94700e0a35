import { InvalidQuery, Query, type DialectName } from '@fw/query'
import { describe, expect, test } from 'vitest'

const raw = (dialect: DialectName, sql: string, params: unknown[] = []) =>
  new Query({}, dialect).table('t').whereRaw(sql, params).toSql()

const everywhere = [
  `a = '?'`,
  `a = 'it''s ?'`,
  `a = 1 -- why?\n`,
  `a = 1 /* why? */`,
  `a = '' /* '? */`,
  `a = '--' AND b = '/*?'`,
]

const only: Record<DialectName, readonly string[]> = {
  postgres: [
    `a = "?"`,
    `a = "x""?"`,
    `a = E'\\'?'`,
    `a = $$ ? ' $$`,
    `a = $tag$ ? $$ ' $tag$`,
    `a = 1 /* outer /* inner? */ still? */`,
    `a = '\\'`,
  ],
  mysql: ['a = `?`', 'a = "?"', `a = '\\'?'`, `a = "\\"?"`, `a = 1 # why?\n`],
  sqlite: [`a = "?"`, 'a = `?`', 'a = [?]', `a = '\\'`],
}

describe.each(['postgres', 'mysql', 'sqlite'] as const)('raw fragments of %s', (dialect) => {
  test('a question mark in quotes or comments is not a marker', () => {
    for (const quoted of [...everywhere, ...only[dialect]]) {
      const { sql, params } = raw(dialect, `${quoted} AND x = ? AND y ?? z`, [1])
      expect(sql).toContain(`(${quoted} AND x = ? AND y ? z)`)
      expect(params).toEqual([1])
    }
  })

  test('markers and parameters must match', () => {
    const message = (markers: number, given: number) =>
      `whereRaw(): the numbers of markers (${markers}) and parameters (${given}) must be equal.`
    expect(() => raw(dialect, 'a = ?')).toThrow(message(1, 0))
    expect(() => raw(dialect, 'a = ?', [1, 2])).toThrow(message(1, 2))
    expect(() => raw(dialect, `a = '?'`, [1])).toThrow(message(0, 1))
    expect(() => raw(dialect, 'a ?? b', [1])).toThrow(
      'Write ?? for a question mark that is not a marker.',
    )
    expect(raw(dialect, 'a ??? b', [1]).sql).toContain('a ?? b')
  })

  test('a fragment cannot extend into the rest of the query', () => {
    expect(() => raw(dialect, `a = 'open`)).toThrow('whereRaw(): a quote or comment is not closed.')
    expect(() => raw(dialect, 'a = 1 /* open')).toThrow('not closed')
    expect(() => raw(dialect, 'a = 1) OR (1 = 1')).toThrow(
      'whereRaw(): unexpected ")", which would end the fragment. Remove it. SQL: a = 1) OR (1 = 1',
    )
    expect(() => raw(dialect, '(a = 1')).toThrow('a parenthesis is not closed')
    expect(() => raw(dialect, 'a = 1; DROP TABLE t')).toThrow('unexpected ";"')
    expect(() => raw(dialect, 'a = \0')).toThrow('unexpected "\\u0000"')
    const comment = dialect === 'mysql' ? '# x' : '-- x'
    expect(raw(dialect, `a = 1 ${comment}`).sql).toMatch(/x\n\)$/)
  })

  test('values other than fragments throw', () => {
    expect(() => raw(dialect, 5 as never)).toThrow(
      new InvalidQuery('whereRaw(): the SQL must be a string.'),
    )
    expect(() => raw(dialect, 'a = ?', 1 as never)).toThrow(
      'whereRaw(): the parameters must be a list, even of one value.',
    )
  })
})

test('characters that open a quote in one database have another meaning in another', () => {
  expect(raw('postgres', 'a[?] = 1 AND b #> c AND d = ?', [1, 2]).params).toEqual([1, 2])
  expect(raw('mysql', 'a = 1 --? AND b = ?', [2, 3]).params).toEqual([2, 3])
  expect(raw('postgres', 'a$b$ = ? AND c = $1$', [1]).params).toEqual([1])
})

test.for<[DialectName, string, number]>([
  ['postgres', `a = e'\\'?' AND b = ?`, 1],
  ['postgres', `a = E'it''s \\\\' AND b = ?`, 1],
  ['postgres', `typee'\\' = ?`, 1],
  ['postgres', `a = e'\\\\' AND b = ?`, 1],
  ['postgres', 'a = $1$ AND b = ?', 1],
  ['postgres', 'a = $b$?$b$ AND b = ?', 1],
  ['postgres', 'a = $_1$?$_1$ AND b = ?', 1],
  ['postgres', 'a = $é$?$é$ AND b = ?', 1],
  ['postgres', 'a = $b$ $c$ ? $b$ AND b = ?', 1],
  ['postgres', 'a1$$ = ? AND a$$ = ?', 2],
  ['postgres', '/* /* */ ? */ a = ?', 1],
  ['postgres', '/*/**/*/ a = ?', 1],
  ['postgres', '/**/ a = ?', 1],
  ['postgres', 'a = `?`', 1],
  ['postgres', 'a[?] # ?', 2],
  ['postgres', '--?\n a = ?', 1],
  ['mysql', '/* /* ? */ a = ?', 1],
  ['mysql', `a = 'x\\\\' AND b = ?`, 1],
  ['mysql', `a = "x\\\\" AND b = ?`, 1],
  ['mysql', 'a = `b``?` AND b = ?', 1],
  ['mysql', 'a = `b\\` AND b = ?', 1],
  ['mysql', '--\t?\n a = ?', 1],
  ['mysql', '--?\n a = ?', 2],
  ['mysql', 'a = $$?$$', 1],
  ['mysql', 'a = [?]', 1],
  ['mysql', 'a - - ? / ?', 2],
  ['sqlite', '/* /* ? */ a = ?', 1],
  ['sqlite', 'a = [b]]?', 1],
  ['sqlite', `a = "x\\" AND b = ?`, 1],
  ['sqlite', 'a = $$?$$', 1],
  ['sqlite', 'a # ?', 1],
  ['sqlite', '--?\n a = ?', 1],
  ['sqlite', 'a - - ? / ? * ?', 3],
])('in %s, %s has %d markers', ([dialect, sql, markers]) => {
  const params = Array.from({ length: markers }, (_, index) => index)
  expect(raw(dialect, sql, params)).toEqual({
    sql: expect.stringContaining(`WHERE (${sql})`),
    params,
  })
})

test.for<[DialectName, string]>([
  ['postgres', 'a = "b'],
  ['postgres', 'a = $$ b'],
  ['postgres', 'a = $b$ c $$'],
  ['postgres', '/* /* */'],
  ['postgres', `a = E'\\'`],
  ['mysql', 'a = `b'],
  ['mysql', 'a = "b'],
  ['mysql', `a = '\\'`],
  ['mysql', '/*/'],
  ['sqlite', 'a = [b'],
  ['sqlite', 'a = `b'],
  ['sqlite', '/*'],
])('in %s, %s is not closed', ([dialect, sql]) => {
  expect(() => raw(dialect, sql)).toThrow('whereRaw(): a quote or comment is not closed.')
})
