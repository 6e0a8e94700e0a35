import * as fc from 'fast-check'

/** Astral characters, lone surrogates, combining marks and white space of several kinds. */
const characters = fc.constantFrom(
  'a',
  'b',
  'Z',
  ' ',
  '😀',
  '\uD83D',
  'e\u0301',
  '\n',
  '\u00A0',
  '0',
)

/** Text of no format. */
export const texts = fc.oneof(
  fc.string({ unit: characters, maxLength: 6 }),
  fc.constantFrom('', ' ', '\t\n', '\u200B', '\uFEFF', 'ab', 'Äb', 'red', 'card'),
)

export const dates = fc.constantFrom(
  '2024-02-29T23:59:59Z',
  '2023-02-29T00:00:00Z',
  '2000-02-29T00:00:00.123+14:00',
  '1900-02-29T00:00:00Z',
  '2024-04-31T00:00:00Z',
  '2024-12-31T23:59:60Z',
  '2024-12-31t23:59:59z',
  '2024-12-31 23:59:59Z',
  '2024-12-31T23:59:59',
  '2024-12-31T24:00:00Z',
  '2024-12-31T23:59Z',
  '2024-12-31',
  '2024-1-1T00:00:00Z',
  '2024-01-01T00:00:00-00:00',
  '2024-01-01T00:00:00+24:00',
  '2024-01-01T00:00:00+0100',
  '2024-01-01T00:00:00.Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+02024-01-01T00:00:00Z',
  ' 2024-01-01T00:00:00Z',
  '2024-01-01T00:00:00Z\n',
)

export const emails = fc.constantFrom(
  'a@b.co',
  'first.last+tag@example.com',
  'a@b',
  '@b.co',
  'a@',
  'a b@c.de',
  'a@b..co',
  '.a@b.co',
  'a.@b.co',
  'ä@b.co',
  '"a b"@c.de',
  'a@[1.2.3.4]',
  'a@-b.co',
  'a@b-.co',
  "o'neil@example.ie",
  'A@B.CO',
  'a@b.c',
  `${'a'.repeat(64)}@b.co`,
  `${'a'.repeat(65)}@b.co`,
  `a@${'b'.repeat(63)}.co`,
  `a@${'b'.repeat(64)}.co`,
  `a@${'b.'.repeat(125)}co`,
  'a@b.co\n',
)

export const urls = fc.constantFrom(
  'https://example.com',
  'https://example.com/a?b=c#d',
  'http://localhost:8080/',
  'http://[::1]:80/',
  'http://[::1',
  'http://1.2.3.4',
  'ftp://user:pass@host/path;x=1',
  'mailto:a@b.co',
  '//example.com',
  'example.com',
  'http://',
  'http:///path',
  'http://a b',
  'http://ä.de',
  'http://example.com/%zz',
  'http://example.com/%41',
  'http://example.com:99999',
  'http://example.com:port',
  'javascript://x',
  'h2tp+x.y-z://host',
  '1http://host',
  'http://host/\\',
  'http://host/{a}',
  'http://host\n',
)

export const uuids = fc.constantFrom(
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  '017f22e2-79b0-8cc3-98c4-dc0c0c07398f',
  '017f22e2-79b0-9cc3-98c4-dc0c0c07398f',
  '017f22e2-79b0-0cc3-98c4-dc0c0c07398f',
  '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f',
  '017F22E2-79B0-4CC3-A8C4-DC0C0C07398F',
  'urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}',
  '017f22e279b07cc398c4dc0c0c07398f',
)

/** Integers as text, and what only looks like one. */
export const digits = fc.oneof(
  fc.integer({ min: -1100, max: 1100 }).map(String),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
  fc
    .integer({ min: -1100, max: 1100 })
    .map((value) => `${value < 0 ? '-' : ''}00${Math.abs(value)}`),
  fc.constantFrom('-0', '+1', '1.0', '1e3', '', '-', ' 1', '0x1', '9007199254740993', '1\n', '٣'),
)
