import { echoed, get, refusedWith, type FramingCases } from '../framing-case.ts'

const letters = (count: number) => 'x'.repeat(count)

/** Long targets, and many or large fields. */
export const limits: FramingCases = {
  'a request line of 8,000 bytes': {
    cites: 'RFC 9112 3',
    sent: get(`/?${letters(7985)}`),
    responses: [echoed('hello')],
  },
  'a target of 100,000 bytes': {
    cites: 'RFC 9112 3',
    sent: get(`/?${letters(100_000)}`),
    ...refusedWith(414),
  },
  'a target of 100,000 bytes in pieces': {
    cites: 'RFC 9112 3',
    sent: get(`/?${letters(100_000)}`).match(/[^]{1,5000}/gu) as string[],
    ...refusedWith(414),
  },
  'a field of 8,000 bytes': {
    cites: 'RFC 9110 5.4',
    sent: get('/', `X: ${letters(8000)}\r\n`),
    responses: [echoed('hello')],
  },
  'a field of 100,000 bytes': {
    cites: 'RFC 6585 5',
    sent: get('/', `X: ${letters(100_000)}\r\n`),
    ...refusedWith(400, 431),
  },
  'a name of 100,000 bytes': {
    cites: 'RFC 6585 5',
    sent: get('/', `${letters(100_000)}: a\r\n`),
    ...refusedWith(400, 431),
  },
  'spaces of 100,000 bytes before a value': {
    cites: 'RFC 6585 5',
    sent: get('/', `X: ${' '.repeat(100_000)}a\r\n`),
    ...refusedWith(400, 431),
  },
  '100 fields': {
    cites: 'RFC 9110 5.4',
    sent: get('/header/x-last', `${'X: y\r\n'.repeat(100)}X-Last: a\r\n`),
    responses: [echoed('a')],
  },
  '20,000 fields': {
    cites: 'RFC 6585 5',
    sent: get('/', 'X: y\r\n'.repeat(20_000)),
    ...refusedWith(400, 431),
  },
  'no field is ignored because it follows many': {
    cites: 'RFC 9110 5.4',
    sent: get('/header/x-last', `${'a:\r\n'.repeat(2100)}X-Last: a\r\n`),
    responses: [[200, 400, 431]],
    connection: 'either',
    matches: /^HTTP\/1\.1 (?:4|200[^]*"a")/u,
  },
  'empty lines without end': {
    cites: 'RFC 9112 2.2',
    sent: '\r\n'.repeat(50_000),
    ends: true,
    responses: [],
    connection: 'either',
  },
}
