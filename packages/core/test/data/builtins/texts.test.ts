import { GreaterThan, Hydrator, LessThan, Max, Min, standardSchema, type Class } from '@fw/core'
import { expect, test } from 'vitest'

class Values {
  constructor(
    readonly date?: Date,
    readonly instant?: Temporal.Instant,
    readonly plainDate?: Temporal.PlainDate,
    readonly plainTime?: Temporal.PlainTime,
    readonly plainDateTime?: Temporal.PlainDateTime,
    readonly duration?: Temporal.Duration,
    readonly bytes?: Uint8Array,
    readonly url?: URL,
    readonly number?: bigint,
  ) {}
}

type Schema = { readonly pattern: string; readonly allOf?: readonly Schema[] }

function schemaOf(target: Class<object>, name: string): Schema {
  const { $defs } = standardSchema(target)['~standard'].jsonSchema.input({
    target: 'draft-2020-12',
  }) as { $defs: Record<string, { properties: Record<string, Schema> }> }
  return $defs[target.name]?.properties[name] as Schema
}

function accepts(target: Class<object>, data: object): boolean {
  try {
    new Hydrator().hydrate(target, data)
    return true
  } catch {
    return false
  }
}

const time = '10:20:30'
const times = ['00:00:00', '09:05:07', '19:59:59', '23:59:59.5', '20:10:00.123456789']
const noTimes = [
  '24:00:00',
  '9:00:00',
  '10:60:00',
  '10:00:60',
  '10:00',
  '10:00:00.',
  '1000:00',
  '10:00:00,5',
  '30:00:00',
]
const offsets = ['Z', 'z', '+00:00', '-09:30', '+14:00', '+23:59']
const noOffsets = ['', 'X', '+24:00', '+1:00', '+10:60', '+1000', '+10', ' Z', 'Z ', '+30:00']

const moments = [
  ...times.map((each) => `2026-01-31T${each}Z`),
  ...offsets.map((each) => `2026-12-01t${time}${each}`),
]
const noMoments = [
  ...noTimes.map((each) => `2026-01-31T${each}Z`),
  ...noOffsets.map((each) => `2026-12-01T${time}${each}`),
  `2026-01-31 ${time}Z`,
  `x2026-01-31T${time}Z`,
]

const cases: Record<string, [accepted: readonly string[], refused: readonly string[]]> = {
  date: [moments, [...noMoments, `02026-01-31T${time}Z`]],
  instant: [moments, [...noMoments, '2026-01-31T10:20:30.1234567890Z']],
  plainDate: [
    ['2026-01-31'],
    ['2026-1-31', '26-01-31', '2026-01-31T00:00:00', ' 2026-01-31', '2026/01/31'],
  ],
  plainTime: [times, [...noTimes, '10:00:00Z', 'T10:00:00', 'x10:00:00', '10:00:00.1234567890']],
  plainDateTime: [
    times.flatMap((each) => [`2026-01-31T${each}`, `2026-01-31t${each}`]),
    [
      ...noTimes.map((each) => `2026-01-31T${each}`),
      `2026-01-31T${time}Z`,
      `2026-01-31 ${time}`,
      `2026-02-30T${time}`,
    ],
  ],
  duration: [
    ['P1Y', 'P1Y2M', 'P1Y2M3D', 'P2M', 'P2M3D', 'P3D', 'P4W', 'P123456789D'].concat([
      'PT1H',
      'PT1H2M',
      'PT1H2M3S',
      'PT2M',
      'PT2M3S',
      'PT3S',
      'P1DT1H',
      'P1Y2M3DT4H5M6S',
      'P1MT1M',
    ]),
    [
      '',
      'P',
      'PT',
      'P1',
      '1D',
      'P1DT',
      'P1Y3D',
      'PT1H3S',
      'P1W2D',
      'P4WT1H',
      'P1.5D',
      'P1234567890D',
      'p1d',
      'P1D ',
      ' P1D',
      'PD',
      '-P1D',
    ],
  ],
  bytes: [
    ['', 'AA==', 'Ag==', 'AAA=', 'AAE=', 'AAAA', '+/+/', 'AAAAAAAA', 'abcdAA=='],
    [
      'A',
      'AA',
      'AAA',
      'AA=',
      'A===',
      'AB==',
      'AAB=',
      'AA==AAAA',
      '-_-_',
      'AAAA\n',
      ' AAAA',
      'AAAA=',
      'é===',
    ],
  ],
  url: [
    [
      'https://example.com',
      'http://a.de:65535/x?y#z',
      'http://a.de:0/',
      'http://user:secret@a.de/',
      'http://1.2.3.4/',
      'http://255.249.199.99:80',
      'http://[::1]/',
      'http://1a.de/',
      'http://a.1b/',
      'file://host/path',
      'x://host',
      'HTTP://A.DE.',
    ],
    [
      'http://a.de:65536',
      'http://a.de:65540/',
      'http://a.de:65600#x',
      'http://a.de:66000?x',
      'http://a.de:70000',
      'http://a.de:99999/',
      'http://256.1.1.1/',
      'http://1.2.3/',
      'http://1.2.3.4.5/',
      'http://12',
      'http://0x10/',
      'http://a.0X1F:80',
      'http://user@1.2.3',
      'file://user@host/',
      'FILE://host:80/',
      'file://host:',
      'mailto:a@b.de',
      '//a.de',
      'a.de',
      'http://',
      'http://a b.de',
      'http://a.de/ ',
    ],
  ],
  number: [
    ['0', '-0', '7', '-7', '007', '123456789012345678901234567890'],
    ['', '-', '+1', '1.0', '1e3', ' 1', '1n', '0x1', '--1'],
  ],
}

test.for(
  Object.entries(cases).flatMap(([name, [accepted, refused]]) => [
    ...accepted.map((text) => [name, text, true] as const),
    ...refused.map((text) => [name, text, false] as const),
  ]),
)('%s %j: %s', ([name, text, expected]) => {
  expect(accepts(Values, { [name]: text })).toBe(expected)
  expect(new RegExp(schemaOf(Values, name).pattern, 'u').test(text)).toBe(expected)
})

test('only real days are accepted', () => {
  for (const year of [1900, 1996, 2000, 2023, 2024, 2100, 2400]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        const isReal = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text)
        const given = [
          accepts(Values, { date: `${text}T${time}Z` }),
          accepts(Values, { plainDate: text }),
        ]
        expect([text, ...given]).toEqual([text, isReal, isReal])
      }
    }
  }
})

test('the value is the one of the string', () => {
  const values = new Hydrator().hydrate(Values, {
    date: '2026-01-31t10:20:30.5+01:00',
    instant: '2026-01-31t10:20:30z',
    duration: 'P1DT2H',
    bytes: 'AQID',
    url: 'https://example.com/a',
    number: '-007',
  })
  expect(values.date).toEqual(new Date('2026-01-31T09:20:30.500Z'))
  expect(String(values.instant)).toBe('2026-01-31T10:20:30Z')
  expect(String(values.duration)).toBe('P1DT2H')
  expect([...(values.bytes ?? [])]).toEqual([1, 2, 3])
  expect(values.url?.href).toBe('https://example.com/a')
  expect(values.number).toBe(-7n)
})

const limits = [
  -1000, -100, -99.5, -20, -19, -10, -9, -1, -0.5, 0, 0.5, 1, 8, 9, 10, 19, 20, 99, 100, 105, 999,
]
const digits = Array.from({ length: 2222 }, (_, index) => index - 1111).map(String)
const zeros = ['-0', '00', '-00', '-01', '01', '-0009', '0009', '0010', '-0010', '00100', '-00100']

test.for(limits)('the published pattern of a bigint with the limit %d', (limit) => {
  class Limited {
    constructor(
      @Min(limit) readonly min: bigint,
      @Max(limit) readonly max: bigint,
      @GreaterThan(limit) readonly above: bigint,
      @LessThan(limit) readonly below: bigint,
    ) {}
  }
  const matcherOf = (name: string) => {
    const schema = schemaOf(Limited, name)
    const patterns = [schema, ...(schema.allOf ?? [])].map((each) => new RegExp(each.pattern, 'u'))
    expect(patterns).toHaveLength(2)
    return (text: string) => patterns.every((pattern) => pattern.test(text))
  }
  const [min, max, above, below] = ['min', 'max', 'above', 'below'].map(matcherOf)
  for (const text of [...digits, ...zeros]) {
    const value = Number(text)
    const found = [min?.(text), max?.(text), above?.(text), below?.(text)]
    const expected = [value >= limit, value <= limit, value > limit, value < limit]
    if (found.join() !== expected.join()) expect([text, ...found]).toEqual([text, ...expected])
  }
})
