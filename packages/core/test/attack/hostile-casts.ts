import type { Answer, HostileRequest } from './hostile-http.ts'
import { below, pick, pickSome, type Random } from './random.ts'

/**
 * Runs of these are slow for code that reads them more than once: the last ones are of other
 * alphabets.
 */
const runs =
  '0~9~1~ ~\t~-~+~.~e~E1~1.~.1~1e~0x~[~,~:~\0~\u00a0~\u3000~\ufeff~\u0663~\uff11~\u0301~\u{1F600}~ß~\u2028'.split(
    '~',
  )
const tails = ['', 'x', ' ', '.', 'e', 'e5', '-', '\n', '\u0000', '!']

const almost = [
  '~0~-0~+1~1.~.5~.~1e309~-1e309~1e-400~1e~0x10~0b1~1_000~1,5~1 000~ 1~1 ~\n1~01~--1~1n~12',
  'Infinity~-Infinity~NaN~9007199254740991~9007199254740992~9007199254740993~-9007199254740993',
  'true~false~TRUE~true ~yes~on~null~undefined~[object Object]~a~b~A~Small~2~3~{}~[]~[1]',
  '2026-01-01T00:00:00Z~2026-02-30T00:00:00Z~2026-01-01T24:00:00Z~2026-01-01~2026-01-01T00:00:60Z',
  '2024-02-29T23:59:59.999999999+23:59~0000-01-01T00:00:00Z~2026-01-01t00:00:00z~2026-01-01 00:00Z',
  '+010000-01-01T00:00:00Z~Thu, 01 Jan 1970~__proto__~constructor~toString~2147483648',
].flatMap((texts) => texts.split('~'))

/** A string that is almost, or partly, valid for some type. */
function hostileText(random: Random, most: number): string {
  if (random() < 0.6) {
    const text = pick(random, almost)
    const at = below(random, text.length + 1)
    return random() < 0.7 ? text : text.slice(0, at) + pick(random, runs) + text.slice(at)
  }
  const run = pick(random, runs)
  // Half of them are short.
  const length = Math.floor(most ** random() / run.length)
  return pick(random, tails.slice(0, 3)) + run.repeat(length) + pick(random, tails)
}

/** The fields of `Values` in `fixtures/attacked-server.ts`, and what each may have become. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  whole: Number.isSafeInteger,
  decimal: Number.isFinite,
  big: (value) => Number.isSafeInteger(value) || /^-?\d+$/.test(String(value)),
  flag: (value) => typeof value === 'boolean',
  when: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  size: (value) => value === 1 || value === 2,
  kind: (value) => value === 'a' || value === 'b',
  nullable: (value) => value === null || Number.isFinite(value),
  either: (value) => typeof value === 'boolean' || Number.isSafeInteger(value),
  list: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  pair: (value) => Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]),
  record: (value) => Object.values(value as object).every(Number.isFinite),
  inner: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
const names = Object.keys(fields)

/** Names that put a value somewhere else. */
const ways =
  '~[]~[0]~[1]~[99999999]~[-1]~[length]~[__proto__]~[constructor][x]~.x~[x][y]~[~]~[]]~[[0]]~.~[inner]~[whole]'.split(
    '~',
  )
const strangeNames = [
  '__proto__[text]',
  'constructor[prototype][x]',
  '',
  '[]',
  'toString',
  '\u0000',
]

type Pair = readonly [name: string, value: string]

function hostilePairs(random: Random, most: number): Pair[] {
  const length = random() < 0.02 ? below(random, 1500) : pick(random, [1, 1, 1, 2, 5])
  return Array.from({ length }, () => {
    const isPlain = random() < 0.7
    const name = isPlain ? pick(random, names) : strangeName(random)
    return [name, hostileText(random, length > 6 ? 10 : most)]
  })
}

function strangeName(random: Random): string {
  if (random() < 0.2) return pick(random, strangeNames)
  return pick(random, names) + pickSome(random, ways, random() < 0.1 ? 300 : 3).join('')
}

/** Hostile values for every type in every place: path, query, forms and JSON. */
export function hostileCast(random: Random): HostileRequest {
  return pick(random, [castPath, castQuery, castForm, castMultipart, castJson, castJson])(random)
}

function castPath(random: Random): HostileRequest {
  const name = pick(random, ['whole', 'decimal', 'big', 'flag', 'when', 'size', 'kind', 'text'])
  const value = hostileText(random, 10_000)
  // These are steps of the path, and the empty one is no segment.
  const text = ['', '.', '..'].includes(value) ? '0' : value
  const head = `GET /cast/${name}/${encode(text)} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  return {
    ...requestOf('path value', head),
    faultOf: ({ status, body }) => {
      if (status !== 200) return undefined
      return faultOfValue(name, JSON.parse(body)[0], text)
    },
  }
}

function castQuery(random: Random): HostileRequest {
  const pairs = hostilePairs(random, 3000)
  const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return {
    ...requestOf('query', `GET /cast?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    faultOf: (answer) => faultOfValues(answer, pairs),
  }
}

function castForm(random: Random): HostileRequest {
  const pairs = hostilePairs(random, longest(random))
  const body = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return { ...post('form', 'application/x-www-form-urlencoded', body), ...faultOfPairs(pairs) }
}

function castMultipart(random: Random): HostileRequest {
  const pairs = hostilePairs(random, longest(random)).map(([name, value]): Pair => [
    name.replaceAll(/["\r\n\\\0]/g, '_').toWellFormed(),
    value,
  ])
  const parts = pairs.map(
    ([name, value]) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.toWellFormed()}\r\n`,
  )
  const body = `${parts.join('')}--b--\r\n`
  return { ...post('multipart', 'multipart/form-data; boundary=b', body), ...faultOfPairs(pairs) }
}

function castJson(random: Random): HostileRequest {
  const members = hostilePairs(random, longest(random)).map(([name, value]) => {
    const member = random() < 0.5 ? JSON.stringify(value) : hostileJson(random, value)
    return `${JSON.stringify(name)}:${member}`
  })
  const body = `{${members.join(',')}}`
  return {
    ...post('JSON', 'application/json', random() < 0.05 ? body.slice(0, -5) : body),
    faultOf: (answer) => faultOfValues(answer, []),
  }
}

function hostileJson(random: Random, text: string): string {
  const value = JSON.stringify(text)
  const depth = random() < 0.1 ? 20_000 : 3
  return pick(random, [
    () => pick(random, ['null', 'true', '0', '-0', '1e400', '1.5', '9007199254740993', '[]', '{}']),
    () => `[${value},1,${value}]`,
    () => `[${'1,'.repeat(below(random, 3000))}${value}]`,
    () => `{"x":${value},"__proto__":{"text":${value}},"constructor":1}`,
    () => '['.repeat(depth) + value + ']'.repeat(depth),
    () => '{"inner":'.repeat(depth) + '{}' + '}'.repeat(depth),
    () => '1'.repeat(below(random, 5000) + 1),
  ])()
}

/** Most values are short, and a few are as long as a body may be in a test. */
function longest(random: Random): number {
  return random() < 0.02 ? 200_000 : 2000
}

function post(kind: string, type: string, body: string): HostileRequest {
  const length = Buffer.byteLength(body)
  const head = `POST /cast HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}`
  return requestOf(kind, `${head}\r\nContent-Length: ${length}\r\n\r\n${body}`)
}

function requestOf(kind: string, text: string): HostileRequest {
  const statuses = [[200, 400, 404, 413, 414, 422, 431]]
  return { kind, pieces: [Buffer.from(text)], statuses, isFramed: true }
}

function faultOfPairs(pairs: readonly Pair[]): Pick<HostileRequest, 'faultOf'> {
  return { faultOf: (answer) => faultOfValues(answer, pairs) }
}

/** Each field has a value of its type, equal to the sent value if it was sent once. */
function faultOfValues({ status, body }: Answer, pairs: readonly Pair[]): string | undefined {
  if (body.length > 1_000_000) return 'The answer is much longer than the request.'
  const answer = JSON.parse(body) as Record<string, unknown>
  if (status !== 200) {
    return 'errors' in answer || 'error' in answer ? undefined : 'The answer has no error.'
  }
  for (const [name, value] of Object.entries(answer)) {
    const sent = pairs.filter(([other]) => other.startsWith(name))
    const fault = faultOfValue(name, value, sent.length === 1 ? sent[0]?.[1] : undefined)
    if (fault) return fault
  }
  return undefined
}

function faultOfValue(name: string, value: unknown, sent: string | undefined): string | undefined {
  if (!fields[name]?.(value)) return `"${name}" became ${JSON.stringify(value)}.`
  if (sent === undefined) return undefined
  const isSame = name === 'text' ? value === sent.toWellFormed() : isSameNumber(value, sent)
  return isSame ? undefined : `"${name}" became ${JSON.stringify(value)} from another value.`
}

function isSameNumber(value: unknown, sent: string): boolean {
  return typeof value !== 'number' || Object.is(value, Number(sent)) || value === Number(sent)
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
