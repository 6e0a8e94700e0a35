import { Query, type DialectName } from '@fw/query'
import { expect, test } from 'vitest'

const dialects = ['postgres', 'mysql', 'sqlite'] as const

type Clause = Record<DialectName, string>

/** The same SQL in each dialect. */
const all = (sql: string): Clause => ({ postgres: sql, mysql: sql, sqlite: sql })

const cases: Record<string, [define: (query: Query) => unknown, Clause]> = {
  forUpdate: [(q) => q.forUpdate(), { ...all(' FOR UPDATE'), sqlite: '' }],
  forShare: [
    (q) => q.forShare(),
    { postgres: ' FOR SHARE', mysql: ' LOCK IN SHARE MODE', sqlite: '' },
  ],
  'forUpdate, skipLocked': [
    (q) => q.forUpdate().skipLocked(),
    { ...all(' FOR UPDATE SKIP LOCKED'), sqlite: '' },
  ],
  'forShare, noWait': [(q) => q.forShare().noWait(), { ...all(' FOR SHARE NOWAIT'), sqlite: '' }],
  offset: [
    (q) => q.offset(5),
    {
      postgres: ' OFFSET 5',
      mysql: ' LIMIT 18446744073709551615 OFFSET 5',
      sqlite: ' LIMIT -1 OFFSET 5',
    },
  ],
  'limit, offset': [(q) => q.limit(0).offset(0), all(' LIMIT 0 OFFSET 0')],
  'raw order': [(q) => q.orderByRaw('a IS NULL').orderBy('b'), all(' ORDER BY a IS NULL, "b" ASC')],
  groups: [
    (q) => q.groupBy('a', 't.b').groupBy('c').having('a', '>', 1).havingRaw('COUNT(*) < 9'),
    all(' GROUP BY "a", "t"."b", "c" HAVING "a" > ? AND (COUNT(*) < 9)'),
  ],
  joins: [
    (q) =>
      q
        .join('u', 'u.id', '=', 't.id')
        .leftJoin('v as w', 'w.id', '<>', 't.id')
        .join('x', (on) => on.whereColumn('x.id', '=', 't.id').orWhere('x.id', '=', 1), 'right'),
    all(
      ' INNER JOIN "u" ON "u"."id" = "t"."id" LEFT JOIN "v" AS "w" ON "w"."id" <> "t"."id"' +
        ' RIGHT JOIN "x" ON "x"."id" = "t"."id" OR "x"."id" = ?',
    ),
  ],
  union: [
    (q) => q.union(new Query({}, 'sqlite').table('u')).unionAll(new Query({}, 'sqlite').table('v')),
    all(' UNION SELECT * FROM "u" UNION ALL SELECT * FROM "v"'),
  ],
  'where with null': [
    (q) => q.where('a', '=', null).where('b', '!=', null).where('c', '<>', null),
    all(' WHERE "a" IS NULL AND "b" IS NOT NULL AND "c" IS NOT NULL'),
  ],
  'having with null': [
    (q) => q.groupBy('a', 'b').having('a', '=', null).having('b', '!=', null),
    all(' GROUP BY "a", "b" HAVING "a" IS NULL AND "b" IS NOT NULL'),
  ],
  'lists with null': [
    (q) => q.whereIn('a', [1, null]).whereNotIn('b', [null, 2, 3]).whereIn('c', [null]),
    all(
      ' WHERE ("a" IN (?) OR "a" IS NULL) AND ("b" NOT IN (?, ?) AND "b" IS NOT NULL) AND (1 = 0 OR "c" IS NULL)',
    ),
  ],
  'empty lists': [(q) => q.whereIn('a', []).whereNotIn('b', []), all(' WHERE 1 = 0 AND 1 = 1')],
  'conditions in parentheses': [
    (q) =>
      q
        .where((or) => or.where('a', '=', 1).orWhere('b', '=', 2))
        .orWhere((and) => and.whereNull('c').whereNotNull('d'))
        .orWhere(() => {}),
    all(' WHERE ("a" = ? OR "b" = ?) OR ("c" IS NULL AND "d" IS NOT NULL)'),
  ],
  between: [(q) => q.whereBetween('a', [1, 2]), all(' WHERE "a" BETWEEN ? AND ?')],
}

test.for(
  Object.entries(cases).flatMap(([name, [define, clauses]]) =>
    dialects.map((dialect) => [name, dialect, define, clauses[dialect]] as const),
  ),
)('%s in %s', ([, dialect, define, clause]) => {
  const query = new Query({}, dialect).table('t')
  define(query)
  const mark = dialect === 'mysql' ? '`' : '"'
  expect(query.toSql().sql.replaceAll(mark, '"')).toBe(`SELECT * FROM "t"${clause}`)
})

test.for<[DialectName, readonly string[]]>([
  [
    'postgres',
    ['ILIKE', 'NOT ILIKE', 'SIMILAR TO', 'NOT SIMILAR TO', '~', '~*', '!~', '!~*'].concat([
      'IS DISTINCT FROM',
      'IS NOT DISTINCT FROM',
      '@>',
      '<@',
      '&&',
      '@@',
      '?',
      '?|',
      '?&',
    ]),
  ],
  ['mysql', ['<=>', 'REGEXP', 'NOT REGEXP', 'RLIKE', 'NOT RLIKE']],
  [
    'sqlite',
    [
      'GLOB',
      'NOT GLOB',
      'REGEXP',
      'NOT REGEXP',
      'MATCH',
      'IS NOT DISTINCT FROM',
      'IS DISTINCT FROM',
    ],
  ],
])('the operators of %s', ([dialect, operators]) => {
  const common = ['=', '!=', '<>', '<', '<=', '>', '>=', 'LIKE', 'NOT LIKE']
  for (const operator of [...common, ...operators]) {
    for (const written of [operator, operator.toLowerCase()]) {
      const { sql } = new Query({}, dialect).table('t').where('a', written, 1).toSql()
      expect(sql).toMatch(/ WHERE .a. (.*) \?$/)
      expect(sql.slice(sql.indexOf('a') + 3, -2)).toBe(operator)
    }
  }
  const allowed = [...common, ...operators].join('  ')
  expect(() => new Query({}, dialect).table('t').where('a', 'IS', 1)).toThrow(
    `"IS" is not an operator of ${dialect}. The operators are: ${allowed}`,
  )
})

test('only some operators of PostgreSQL take a list', () => {
  const where = (operator: string) => () =>
    new Query({}, 'postgres').table('t').where('a', operator, [1, 2]).toSql().params
  for (const operator of ['@>', '<@', '&&', '?|', '?&']) expect(where(operator)()).toEqual([[1, 2]])
  for (const operator of ['=', '@@', '?', 'ILIKE']) expect(where(operator)).toThrow('a list is not')
})
