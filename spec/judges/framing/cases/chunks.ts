import {
  chunked,
  echoed,
  get,
  refused,
  refusedWith,
  smuggled,
  type FramingCase,
  type FramingCases,
} from '../framing-case.ts'

const end = '0\r\n\r\n'

function read(cites: string, chunks: string, body = 'abc'): FramingCase {
  return { cites, sent: chunked(chunks), responses: [echoed(body)] }
}

function broken(cites: string, chunks: string): FramingCase {
  return { cites, sent: chunked(chunks), ...refused }
}

function size(text: string): FramingCase {
  return broken('RFC 9112 7.1', `${text}\r\nabc\r\n${end}`)
}

const hiddenSize = smuggled.length.toString(16)

/** Chunks, their extensions, and trailers. */
export const chunks: FramingCases = {
  'several chunks': read('RFC 9112 7.1', `1\r\na\r\n2\r\nbc\r\n${end}`),
  'no chunk but the last': read('RFC 9112 7.1', end, ''),
  'a size in lower case': read('RFC 9112 7.1', `a\r\n0123456789\r\n${end}`, '0123456789'),
  'a size in upper case': read('RFC 9112 7.1', `A\r\n0123456789\r\n${end}`, '0123456789'),
  'a size with zeros before it': read('RFC 9112 7.1', `0003\r\nabc\r\n${end}`),
  'a last chunk of several zeros': read('RFC 9112 7.1', '3\r\nabc\r\n000\r\n\r\n'),
  'line breaks inside of a chunk': read(
    'RFC 9112 7.1',
    `7\r\n\r\n0\r\n\r\n\r\n${end}`,
    '\r\n0\r\n\r\n',
  ),
  'a request inside of a chunk': read(
    'RFC 9112 7.1',
    `${hiddenSize}\r\n${smuggled}\r\n${end}`,
    smuggled,
  ),
  'a request inside of a chunk that is not read': {
    cites: 'RFC 9112 9.3',
    sent: chunked(`${hiddenSize}\r\n${smuggled}\r\n${end}`).replace('/echo', '/unread'),
    responses: [echoed('unread')],
  },
  'a request inside of a chunk that has no route': {
    cites: 'RFC 9112 9.3',
    sent: chunked(`${hiddenSize}\r\n${smuggled}\r\n${end}`).replace('/echo', '/nowhere'),
    responses: [404],
  },
  'two requests in chunks': {
    cites: 'RFC 9112 9.3.2',
    sent: chunked(`3\r\nabc\r\n${end}`).repeat(2),
    responses: [echoed('abc'), echoed('abc')],
  },
  'chunks that arrive byte by byte': {
    cites: 'RFC 9112 7.1',
    sent: [...chunked(`3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n`)],
    responses: [echoed('abc')],
  },
  'an extension without a value': read('RFC 9112 7.1.1', `3;a\r\nabc\r\n${end}`),
  'an extension with a value': read('RFC 9112 7.1.1', `3;a=b\r\nabc\r\n${end}`),
  'an extension in quotes': read('RFC 9112 7.1.1', `3;a="b;c"\r\nabc\r\n${end}`),
  'several extensions': read('RFC 9112 7.1.1', `3;a=b;c;d="e"\r\nabc\r\n${end}`),
  'an extension of the last chunk': read('RFC 9112 7.1.1', '3\r\nabc\r\n0;a=b\r\n\r\n'),
  'a space before an extension': {
    cites: 'RFC 9112 7.1.1',
    sent: chunked(`3 ;a=b\r\nabc\r\n${end}`),
    responses: [[200, 400]],
    connection: 'either',
  },
  'an extension that ends with LF': broken('RFC 9112 2.2', `3;a\nabc\r\n${end}`),
  'an extension with an LF in it': broken('RFC 9112 7.1.1', `3;a\n0\r\nabc\r\n${end}`),
  'an extension with a CR in it': broken('RFC 9112 7.1.1', `3;a\rb\r\nabc\r\n${end}`),
  'an extension with a NUL': broken('RFC 9112 7.1.1', `3;a\0\r\nabc\r\n${end}`),
  'an extension with a line break in quotes': broken(
    'RFC 9112 7.1.1',
    `3;a="\r\nabc\r\n${end}`.replace('"\r\n', '"\r\n"\r\n'),
  ),
  'extensions of 50,000 bytes': {
    cites: 'RFC 9112 7.1.1',
    sent: chunked(`3;${'a'.repeat(50_000)}\r\nabc\r\n${end}`),
    ...refusedWith(400, 413, 431),
  },
  'extensions of 50,000 bytes in many chunks': {
    cites: 'RFC 9112 7.1.1',
    sent: chunked(`1;${'a'.repeat(500)}\r\na\r\n`.repeat(100) + end),
    ...refusedWith(400, 413, 431),
  },
  'no size': size(''),
  'a size that is not hexadecimal': size('g'),
  'a size with a prefix': size('0x3'),
  'a size with a plus sign': size('+3'),
  'a negative size': size('-3'),
  'a size with a space before it': size(' 3'),
  'a size with an underscore': size('0_3'),
  'a size with a space inside': size('0 3'),
  'a size with a NUL': size('3\0'),
  'a size with a comma': size('3,'),
  'a size with a colon': size('3:a'),
  'a size in quotes': size('"3"'),
  'a size over 64 bits': size('10000000000000003'),
  'a size of 64 bits': {
    cites: 'RFC 9112 7.1',
    sent: chunked('ffffffffffffffff\r\nabc'),
    ends: true,
    ...refusedWith(400, 413),
  },
  'a size of 33 digits': size(`${'0'.repeat(15)}1${'0'.repeat(16)}3`),
  'a size that ends with LF': broken('RFC 9112 2.2', `3\nabc\r\n${end}`),
  'a size that ends with CR': broken('RFC 9112 2.2', `3\rabc\r\n${end}`),
  'a size that ends with CR CR LF': broken('RFC 9112 2.2', `3\r\r\nabc\r\n${end}`),
  'a chunk that ends with LF': broken('RFC 9112 7.1', `3\r\nabc\n${end}`),
  'a chunk that ends with CR': broken('RFC 9112 7.1', `3\r\nabc\r${end}`),
  'a chunk that ends with other bytes': broken('RFC 9112 7.1', `3\r\nabcXX${end}`),
  'a chunk that does not end': broken('RFC 9112 7.1', `3\r\nabc${end}`),
  'a chunk that is longer than its size': broken('RFC 9112 7.1', `2\r\nabc\r\n${end}`),
  'a chunk that is shorter than its size': broken('RFC 9112 7.1', `5\r\nabc\r\n${end}`),
  'an empty line between chunks': broken('RFC 9112 7.1', `3\r\nabc\r\n\r\n${end}`),
  'a last chunk that ends with LF': broken('RFC 9112 2.2', '3\r\nabc\r\n0\n\n'),
  'a request in place of the trailers': broken('RFC 9112 7.1.2', `3\r\nabc\r\n0\r\n${smuggled}`),
  'no last chunk': {
    cites: 'RFC 9112 8',
    sent: chunked('3\r\nabc\r\n'),
    ends: true,
    responses: [400],
  },
  'no empty line after the last chunk': {
    cites: 'RFC 9112 8',
    sent: chunked('3\r\nabc\r\n0\r\n'),
    ends: true,
    responses: [400],
  },
  'a trailer': read('RFC 9112 7.1.2', '3\r\nabc\r\n0\r\nX: y\r\n\r\n'),
  'several trailers': read('RFC 9112 7.1.2', '3\r\nabc\r\n0\r\nX: y\r\nZ: a\r\n\r\n'),
  'a trailer that is no field of the head': {
    cites: 'RFC 9110 6.5.1',
    sent: chunked('3\r\nabc\r\n0\r\nX-A: y\r\n\r\n').replace('/echo', '/late/x-a'),
    responses: [echoed('null')],
  },
  'a length in the trailers': {
    cites: 'RFC 9110 6.5.1',
    sent: chunked(`3\r\nabc\r\n0\r\nContent-Length: ${smuggled.length}\r\n\r\n`),
    responses: [[200, 400]],
    connection: 'either',
  },
  'an encoding in the trailers': {
    cites: 'RFC 9110 6.5.1',
    sent: chunked(`3\r\nabc\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`),
    responses: [[200, 400]],
    connection: 'either',
  },
  'a host in the trailers': {
    cites: 'RFC 9110 6.5.1',
    sent: chunked('3\r\nabc\r\n0\r\nHost: b.example\r\n\r\n').replace('/echo', '/late/host'),
    responses: [[200, 400]],
    connection: 'either',
    matches: /^(?![^]*b\.example)/u,
  },
  'a trailer without a colon': broken('RFC 9112 7.1.2', '3\r\nabc\r\n0\r\nX\r\n\r\n'),
  'a trailer with a space before the colon': broken(
    'RFC 9112 5.1',
    '3\r\nabc\r\n0\r\nX : y\r\n\r\n',
  ),
  'a folded trailer': broken('RFC 9112 5.2', '3\r\nabc\r\n0\r\nX: y\r\n z\r\n\r\n'),
  'a trailer that ends with LF': broken('RFC 9112 2.2', '3\r\nabc\r\n0\r\nX: y\n\r\n'),
  'a trailer with a NUL': broken('RFC 9110 5.5', '3\r\nabc\r\n0\r\nX: \0\r\n\r\n'),
  'trailers of 50,000 bytes': {
    cites: 'RFC 9110 5.4',
    sent: chunked(`3\r\nabc\r\n0\r\n${'X: y\r\n'.repeat(9000)}\r\n`),
    ...refusedWith(400, 413, 431),
  },
  'a Trailer field': {
    cites: 'RFC 9110 6.6.2',
    sent: chunked('3\r\nabc\r\n0\r\nX: y\r\n\r\n', 'Trailer: X\r\n'),
    responses: [echoed('abc')],
  },
  'a request for trailers': {
    cites: 'RFC 9110 10.1.4',
    sent: get('/', 'TE: trailers\r\nConnection: TE\r\n'),
    responses: [echoed('hello')],
  },
}
