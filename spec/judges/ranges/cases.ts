import { type ContentCase, head, post } from '../content/content-case.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const etag = '"1a-18d6d243550"'
const modified = 'Sat, 03 Feb 2024 04:05:06 GMT'

function get(range: string, path = '/ranges/letters', ...lines: readonly string[]): string {
  return head('GET', path, `Range: ${range}`, ...lines)
}

/** Gets one part of the letters. */
function part(name: string, range: string, first: number, last: number): ContentCase {
  return {
    name,
    request: get(range),
    status: 206,
    headers: {
      'content-range': `bytes ${first}-${last}/26`,
      'content-length': String(last - first + 1),
      'content-type': 'text/plain; charset=utf-8',
    },
    body: letters.slice(first, last + 1),
  }
}

/** Gets all letters, as if there were no range. */
function whole(name: string, request: string | Uint8Array): ContentCase {
  const headers = { 'content-range': null, 'content-length': '26' }
  return { name, request, status: 200, headers, body: letters }
}

function unsatisfiable(name: string, range: string): ContentCase {
  return { name, request: get(range), status: 416, headers: { 'content-range': 'bytes */26' } }
}

const satisfiable: readonly ContentCase[] = [
  part('RFC 9110, 14.1.2: the first bytes', 'bytes=0-4', 0, 4),
  part('RFC 9110, 14.1.2: bytes in the middle', 'bytes=10-12', 10, 12),
  part('RFC 9110, 14.1.2: one byte', 'bytes=0-0', 0, 0),
  part('RFC 9110, 14.1.2: the last byte by its position', 'bytes=25-25', 25, 25),
  part('RFC 9110, 14.1.2: all bytes', 'bytes=0-25', 0, 25),
  part('RFC 9110, 14.1.2: no last position', 'bytes=20-', 20, 25),
  part('RFC 9110, 14.1.2: no last position, from the start', 'bytes=0-', 0, 25),
  part('RFC 9110, 14.1.2: a last position after the end', 'bytes=20-99', 20, 25),
  part('RFC 9110, 14.1.2: a last position of many digits', `bytes=20-${'9'.repeat(60)}`, 20, 25),
  part('RFC 9110, 14.1.2: positions with leading zeros', 'bytes=0002-0004', 2, 4),
  part('RFC 9110, 14.1.2: the last bytes', 'bytes=-5', 21, 25),
  part('RFC 9110, 14.1.2: the last byte', 'bytes=-1', 25, 25),
  part('RFC 9110, 14.1.2: a suffix as long as the file', 'bytes=-26', 0, 25),
  part('RFC 9110, 14.1.2: a suffix longer than the file', 'bytes=-99', 0, 25),
  part('RFC 9110, 14.1.2: a suffix of many digits', `bytes=-${'9'.repeat(60)}`, 0, 25),
  part('RFC 9110, 14.1: the unit in upper case', 'BYTES=0-4', 0, 4),
  part('RFC 9110, 2.4: spaces before the equals sign', 'bytes =0-4', 0, 4),
  part('RFC 9110, 2.4: spaces inside a range', 'bytes=0 - 4', 0, 4),
  part('RFC 9110, 5.5: spaces around the value', '  bytes=0-4  ', 0, 4),
]

const unsatisfied: readonly ContentCase[] = [
  unsatisfiable('RFC 9110, 15.5.17: a start at the end', 'bytes=26-'),
  unsatisfiable('RFC 9110, 15.5.17: a start after the end', 'bytes=30-40'),
  unsatisfiable('RFC 9110, 15.5.17: a start of many digits', `bytes=${'9'.repeat(60)}-`),
  unsatisfiable('RFC 9110, 14.1.2: a suffix of no bytes', 'bytes=-0'),
  {
    name: 'RFC 9110, 14.1.2: a start in an empty file',
    request: get('bytes=0-', '/files/empty.txt'),
    status: 416,
    headers: { 'content-range': 'bytes */0' },
  },
  {
    name: 'RFC 9110, 14.1.2: a suffix of an empty file is satisfiable, and no part of it can be described',
    request: get('bytes=-5', '/files/empty.txt'),
    status: 200,
    headers: { 'content-range': null, 'content-length': '0' },
    body: '',
  },
  {
    name: 'RFC 9110, 14.1.2: a suffix of no bytes of an empty file',
    request: get('bytes=-0', '/files/empty.txt'),
    status: 416,
    headers: { 'content-range': 'bytes */0' },
  },
]

/** Servers may ignore or reject a set of ranges that is not valid, and ignore any other. */
const ignored: readonly ContentCase[] = [
  whole('RFC 9110, 14.1.1: a last position before the first', get('bytes=5-4')),
  whole('RFC 9110, 14.1.1: no positions', get('bytes=-')),
  whole('RFC 9110, 14.1.1: no set', get('bytes=')),
  whole('RFC 9110, 14.1.1: letters for positions', get('bytes=a-b')),
  whole('RFC 9110, 14.1.1: a negative position', get('bytes=--5')),
  whole('RFC 9110, 14.1.1: a sign', get('bytes=+1-4')),
  whole('RFC 9110, 14.1.1: a fraction', get('bytes=0.5-4')),
  whole('RFC 9110, 14.1.1: a hexadecimal position', get('bytes=0x1-4')),
  whole('RFC 9110, 14.1.1: three positions', get('bytes=1-2-3')),
  whole('RFC 9110, 14.1.1: no unit', get('0-4')),
  whole('RFC 9110, 14.1.1: no equals sign', get('bytes 0-4')),
  whole('RFC 9110, 14.1.1: an empty value', get('')),
  whole('RFC 9110, 14.2: another unit', get('items=0-4')),
  whole('RFC 9110, 14.2: a unit that begins like bytes', get('bytess=0-4')),
  whole('RFC 9110, 14.2: two ranges may be ignored', get('bytes=0-1,4-5')),
  whole('RFC 9110, 14.2: ranges that overlap may be ignored', get('bytes=0-10,5-15,0-')),
  whole('RFC 9110, 17.15: many small ranges', get(`bytes=${'0-0,'.repeat(1000)}1-1`)),
  whole('RFC 9110, 14.2: POST has no ranges', post('/ranges/letters', '', 'Range: bytes=0-4')),
  {
    name: 'RFC 9110, 14.2: HEAD has no ranges',
    request: head('HEAD', '/ranges/letters', 'Range: bytes=0-4'),
    status: 200,
    headers: { 'content-range': null, 'content-length': '26', 'accept-ranges': 'bytes' },
    body: '',
  },
  {
    name: 'RFC 9110, 14.2: HEAD has no range that cannot be satisfied',
    request: head('HEAD', '/ranges/letters', 'Range: bytes=99-'),
    status: 200,
    headers: { 'content-range': null, 'content-length': '26' },
  },
  {
    name: 'RFC 9110, 14.2: a status other than 200 has no ranges',
    request: get('bytes=0-4', '/ranges/refused'),
    status: 403,
    headers: { 'content-range': null },
    body: letters,
  },
  {
    name: 'RFC 9110, 14.2: JSON has no ranges here',
    request: get('bytes=0-4', '/ranges/json'),
    status: 200,
    headers: { 'content-range': null, 'accept-ranges': null },
    body: { letters: 'abc' },
  },
  {
    name: 'RFC 9110, 14.2: a stream has no ranges here',
    request: get('bytes=0-4', '/ranges/stream'),
    status: 200,
    headers: { 'content-range': null, 'accept-ranges': null },
    body: 'abcdef',
  },
]

function ifRange(value: string): string {
  return get('bytes=0-4', '/ranges/letters', `If-Range: ${value}`)
}

function resumed(name: string, value: string): ContentCase {
  return { ...part(name, 'bytes=0-4', 0, 4), request: ifRange(value) }
}

const resuming: readonly ContentCase[] = [
  resumed('RFC 9110, 13.1.5: the same strong tag', etag),
  resumed('RFC 9110, 13.1.5: the same date', modified),
  whole('RFC 9110, 13.1.5: another tag', ifRange('"other"')),
  whole('RFC 9110, 13.1.5: the same tag as a weak one', ifRange(`W/${etag}`)),
  whole('RFC 9110, 13.1.5: a tag without quotes', ifRange(etag.slice(1, -1))),
  whole('RFC 9110, 13.1.5: a list of tags', ifRange(`${etag}, "other"`)),
  whole('RFC 9110, 13.1.5: a star', ifRange('*')),
  whole('RFC 9110, 13.1.5: an earlier date', ifRange('Fri, 02 Feb 2024 04:05:06 GMT')),
  whole('RFC 9110, 13.1.5: a later date', ifRange('Sun, 04 Feb 2024 04:05:06 GMT')),
  whole('RFC 9110, 13.1.5: no date', ifRange('yesterday')),
  whole(
    'RFC 9110, 13.1.5: If-Range without Range',
    head('GET', '/ranges/letters', `If-Range: ${etag}`),
  ),
  whole(
    'RFC 9110, 13.1.5: another tag with a range that cannot be satisfied',
    get('bytes=99-', '/ranges/letters', 'If-Range: "other"'),
  ),
]

const together: readonly ContentCase[] = [
  {
    name: 'RFC 9110, 8.6: HEAD of a stream declares no length',
    request: head('HEAD', '/ranges/stream'),
    status: 200,
    headers: { 'content-length': null },
    body: '',
  },
  {
    name: 'RFC 9110, 15.3.7: a part has the headers of the whole',
    request: get('bytes=0-4', '/ranges/cached'),
    status: 206,
    headers: {
      etag,
      'cache-control': 'max-age=60',
      'content-location': '/letters',
      'content-disposition': 'attachment; filename="letters.txt"',
      vary: 'Accept',
      date: /GMT$/u,
    },
  },
  {
    name: 'RFC 9110, 14.3: a file accepts ranges',
    request: head('GET', '/ranges/letters'),
    status: 200,
    headers: { 'accept-ranges': 'bytes', etag, 'last-modified': modified },
  },
  {
    name: 'RFC 9110, 14.3: a file of a folder accepts ranges',
    request: get('bytes=-2', '/files/letters.txt'),
    status: 206,
    headers: { 'content-range': 'bytes 24-25/26', 'accept-ranges': 'bytes' },
    body: 'yz',
  },
  {
    name: 'RFC 9110, 13.2.2: If-None-Match comes before Range',
    request: get('bytes=0-4', '/ranges/letters', `If-None-Match: ${etag}`),
    status: 304,
    headers: { 'content-range': null },
  },
  {
    name: 'RFC 9110, 13.2.2: If-Match comes before Range',
    request: get('bytes=0-4', '/ranges/letters', 'If-Match: "other"'),
    status: 412,
    headers: { 'content-range': null },
  },
  {
    name: 'RFC 9110, 13.2.2: If-Modified-Since comes before Range',
    request: get('bytes=0-4', '/ranges/letters', `If-Modified-Since: ${modified}`),
    status: 304,
    headers: { 'content-range': null },
  },
  {
    name: 'RFC 9110, 13.2.2: a range after If-Match',
    request: get('bytes=0-4', '/ranges/letters', `If-Match: ${etag}`),
    status: 206,
    body: 'abcde',
  },
  {
    name: 'RFC 9110, 14.2: a range is that of the representation without a coding',
    request: get('bytes=0-4', '/ranges/compressed', 'Accept-Encoding: gzip'),
    status: 206,
    headers: { 'content-encoding': null, 'content-range': 'bytes 0-4/26', etag },
    body: 'abcde',
  },
]

export const cases = [...satisfiable, ...unsatisfied, ...ignored, ...resuming, ...together]
