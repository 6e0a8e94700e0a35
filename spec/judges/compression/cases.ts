import { type ContentCase, head } from '../content/content-case.ts'
import { long } from './routes.ts'

/** The coding that is sent to a client with this Accept-Encoding. */
function sent(
  name: string,
  accepted: string | undefined,
  coding: string | RegExp | null,
  path = '/compression/long',
): ContentCase {
  const lines = accepted === undefined ? [] : [`Accept-Encoding: ${accepted}`]
  return {
    name: `RFC 9110, ${name}`,
    request: head('GET', path, ...lines),
    status: 200,
    headers: { 'content-encoding': coding, vary: 'Accept-Encoding' },
    body: long,
  }
}

const codings: readonly ContentCase[] = [
  sent('12.5.3: no field', undefined, null),
  sent('12.5.3: an empty field', '', null),
  sent('8.4.1.3: gzip', 'gzip', 'gzip'),
  sent('8.4.1.3: x-gzip is gzip', 'x-gzip', 'gzip'),
  sent('8.4.1: names of codings in upper case', 'GZIP', 'gzip'),
  sent('12.5.3: br', 'br', 'br'),
  sent('12.5.3: zstd', 'zstd', 'zstd'),
  sent('12.5.3: a star is any coding', '*', /^(?:zstd|br|gzip)$/u),
  sent('12.5.3: codings of equal weight', 'gzip, br', /^(?:br|gzip)$/u),
  sent('12.5.3: an unknown coding', 'lzma', null),
  sent('12.5.3: deflate, which is not offered', 'deflate', null),
  sent('12.5.3: an unknown coding and gzip', 'lzma, gzip', 'gzip'),
  sent('12.5.3: identity', 'identity', null),
  sent('12.4.2: the higher weight', 'gzip;q=0.8, br;q=0.2', 'gzip'),
  sent('12.4.2: the higher weight, of the last', 'gzip;q=0.2, br;q=0.8', 'br'),
  sent('12.4.2: no weight is 1', 'gzip;q=0.9, br', 'br'),
  sent('12.4.2: weights of three digits', 'gzip;q=0.101, br;q=0.102', 'br'),
  sent('12.4.2: the lowest weight', 'gzip;q=0.001', 'gzip'),
  sent('12.4.2: 0 is not acceptable', 'gzip;q=0', null),
  sent('12.4.2: 0.000 is not acceptable', 'gzip;q=0.000', null),
  sent('12.4.2: 0. is not acceptable', 'gzip;q=0.', null),
  sent('12.4.2: 1.000 is 1', 'gzip;q=1.000, br;q=0.999', 'gzip'),
  sent('12.4.2: the Q in upper case', 'gzip;Q=0.2, br;Q=0.8', 'br'),
  sent('12.4.2: spaces around the semicolon', 'gzip ; q=0.2 , br ;\tq=0.8', 'br'),
  sent('5.6.1: empty elements', ',, gzip ,', 'gzip'),
  sent('5.3: two lines are one list', 'lzma\r\nAccept-Encoding: gzip', 'gzip'),
  sent('12.5.3: all but one', '*, zstd;q=0, br;q=0', 'gzip'),
  sent('12.5.3: a star of weight 0', 'br, *;q=0', 'br'),
  sent('12.5.3: a star of weight 0 alone', '*;q=0', null),
  sent('12.5.3: a star does not raise what is listed', 'gzip;q=0.1, *;q=0.5', /^(?:zstd|br)$/u),
  sent('12.5.3: identity is preferred', 'identity, gzip;q=0.5', null),
  sent('12.5.3: identity is preferred a little', 'gzip;q=0.5, identity;q=0.6', null),
  sent('12.5.3: a coding is preferred to identity', 'identity;q=0.5, gzip', 'gzip'),
  sent('12.5.3: identity is not acceptable', 'identity;q=0, gzip', 'gzip'),
  sent('12.5.3: nothing that is offered is acceptable', 'lzma, identity;q=0', null),
  sent('12.5.3: the example with compress', 'compress, gzip', 'gzip'),
  sent('12.5.3: the example with a star of weight 0', 'gzip;q=1.0, identity; q=0.5, *;q=0', 'gzip'),
]

function other(
  name: string,
  path: string,
  headers: ContentCase['headers'],
  body: unknown,
  { status = 200, method = 'GET', lines = ['Accept-Encoding: gzip'] } = {},
): ContentCase {
  const wanted = { name, request: head(method, `/compression/${path}`, ...lines), status }
  return { ...wanted, ...(headers && { headers }), body }
}

const coded = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
const plain = { 'content-encoding': null, 'content-length': String(long.length) }

const bodies: readonly ContentCase[] = [
  other(
    'RFC 9110, 12.5.5: a small body is sent as it is, and varies',
    'small',
    { 'content-encoding': null, vary: 'Accept-Encoding' },
    'small',
  ),
  other('RFC 9110, 12.5.3: a small body, if identity is not acceptable', 'small', coded, 'small', {
    lines: ['Accept-Encoding: gzip, identity;q=0'],
  }),
  other('RFC 9110, 8.4: an empty body', 'empty', { 'content-encoding': null }, ''),
  other('RFC 9110, 8.4: JSON', 'json', coded, { long }),
  other('RFC 9110, 8.4: an error', 'error', coded, { error: long }, { status: 400 }),
  other('RFC 9110, 8.4: a response to POST', 'long', coded, long, {
    method: 'POST',
    status: 201,
    lines: ['Accept-Encoding: gzip', 'Content-Length: 0'],
  }),
  other('RFC 9110, 8.4: 204 has no body', 'nothing', { 'content-encoding': null }, '', {
    status: 204,
  }),
  other('RFC 9110, 8.4: a redirect without a body', 'moved', { 'content-encoding': null }, '', {
    status: 302,
  }),
  other('RFC 9110, 8.4: a stream', 'stream', { ...coded, 'content-length': null }, long),
  other(
    'RFC 9110, 8.4: a file has no ranges of its coded form',
    'file',
    { ...coded, 'accept-ranges': null, 'content-length': null },
    long,
  ),
  other('RFC 9110, 8.4: no compression is set', 'off', { ...plain, vary: null }, long),
]

const described: readonly ContentCase[] = [
  other(
    'RFC 9110, 8.8.3.3: a strong tag becomes weak',
    'long?etag=%22a%22',
    { ...coded, etag: 'W/"a"' },
    long,
  ),
  other(
    'RFC 9110, 8.8.3.3: a weak tag stays',
    'long?etag=W/%22a%22',
    { ...coded, etag: 'W/"a"' },
    long,
  ),
  other(
    'RFC 9110, 8.8.3.3: a body that is not coded keeps its strong tag',
    'long?etag=%22a%22',
    { ...plain, etag: '"a"' },
    long,
    { lines: [] },
  ),
  other(
    'RFC 9111, 5.2.2.6: no-transform',
    'long?cache-control=no-transform',
    { ...plain, etag: null },
    long,
  ),
  other(
    'RFC 9111, 5.2.2.6: no-transform among others',
    'long?cache-control=public,%20No-Transform,%20max-age=5',
    plain,
    long,
  ),
  other(
    'RFC 9111, 5.2: a directive with no-transform in its value',
    'long?cache-control=private=%22x-no-transform%22',
    coded,
    long,
  ),
  other(
    'RFC 9110, 8.4: a body that is coded already',
    'long?content-encoding=x-own',
    { ...plain, 'content-encoding': 'x-own' },
    long,
  ),
  other('RFC 9110, 8.4: an image', 'long?content-type=image/png', plain, long),
  other('RFC 9110, 8.3.1: a media type in upper case', 'long?content-type=TEXT/PLAIN', coded, long),
  other(
    'RFC 9110, 8.3.1: a type with a suffix',
    'long?content-type=application/hal%2Bjson;profile=a',
    coded,
    long,
  ),
  other(
    'RFC 9110, 12.5.5: Vary has another name',
    'long?vary=Origin',
    { ...coded, vary: 'Origin, Accept-Encoding' },
    long,
  ),
  other(
    'RFC 9110, 12.5.5: Vary has the name already',
    'long?vary=accept-encoding',
    { ...coded, vary: 'accept-encoding' },
    long,
  ),
  other('RFC 9110, 12.5.5: Vary is a star', 'long?vary=*', { ...coded, vary: '*' }, long),
  other(
    'RFC 9530, 2: the digest of content that is not coded',
    'long?content-digest=sha-256=:AA==:',
    plain,
    long,
  ),
  other(
    'RFC 9530, 3: the digest of a representation that is not coded',
    'long?repr-digest=sha-256=:AA==:',
    plain,
    long,
  ),
]

const requests: readonly ContentCase[] = [
  other(
    'RFC 9110, 9.3.2: HEAD has the headers of GET',
    'long',
    { ...coded, 'content-length': /^\d{2}$/u },
    '',
    { method: 'HEAD' },
  ),
  other('RFC 9110, 9.3.2: HEAD of a file', 'file', { ...coded, 'content-length': null }, '', {
    method: 'HEAD',
  }),
  other(
    'RFC 9110, 15.4.5: 304 has the tag of the coded form',
    'conditional',
    { etag: 'W/"a,b"', vary: 'Accept-Encoding', 'content-encoding': null },
    '',
    { status: 304, lines: ['Accept-Encoding: gzip', 'If-None-Match: "c", W/"a,b"'] },
  ),
  other(
    'RFC 9110, 15.4.5: 304 has the tag of the form that is not coded',
    'conditional',
    { etag: '"a,b"', vary: 'Accept-Encoding' },
    '',
    { status: 304, lines: ['If-None-Match: "a,b"'] },
  ),
  other(
    'RFC 9110, 14.2: a part of a file is not coded',
    'file',
    { 'content-encoding': null, 'content-range': `bytes 0-4/${long.length}` },
    long.slice(0, 5),
    { status: 206, lines: ['Accept-Encoding: gzip', 'Range: bytes=0-4'] },
  ),
  other(
    'RFC 9110, 17.6: a page of another site cannot measure the length',
    'long',
    { ...plain, vary: 'Accept-Encoding' },
    long,
    { lines: ['Accept-Encoding: gzip', 'Cookie: a=b', 'Sec-Fetch-Site: cross-site'] },
  ),
]

export const cases = [...codings, ...bodies, ...described, ...requests]
