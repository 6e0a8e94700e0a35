import {
  chunked,
  echoed,
  get,
  post,
  postAs,
  refused,
  refusedWith,
  smuggled,
  type FramingCase,
  type FramingCases,
} from '../framing-case.ts'

const chunks = '3\r\nabc\r\n0\r\n\r\n'

function length(cites: string, value: string): FramingCase {
  return { cites, sent: postAs('/echo', `Content-Length: ${value}\r\n`, `abc`), ...refused }
}

/** A chunked body that hides a request from a server which takes the length instead. */
const hidden = `0\r\n\r\n${smuggled}`

/** A length and a line that some servers read as Transfer-Encoding, around a request that only they would see. */
function disguised(cites: string, line: string): FramingCase {
  return { cites, sent: post('/echo', hidden, `${line}\r\n`), ...refused }
}

function encoding(cites: string, value: string): FramingCase {
  return {
    cites,
    sent: postAs('/echo', `Transfer-Encoding: ${value}\r\n`, chunks),
    ...refusedWith(400, 501),
  }
}

/** Content-Length and Transfer-Encoding. */
export const lengths: FramingCases = {
  'a body of a declared length': {
    cites: 'RFC 9112 6.2',
    sent: post('/echo', 'abc'),
    responses: [echoed('abc')],
  },
  'a length of zero': { cites: 'RFC 9112 6.2', sent: post('/echo', ''), responses: [echoed('')] },
  'no length': { cites: 'RFC 9112 6.3', sent: postAs('/echo', '', ''), responses: [echoed('')] },
  'a length with zeros before it': {
    cites: 'RFC 9110 8.6',
    sent: postAs('/echo', 'Content-Length: 0003\r\n', 'abc'),
    responses: [echoed('abc')],
  },
  'spaces around the length': {
    cites: 'RFC 9112 5',
    sent: postAs('/echo', 'Content-Length: \t3 \t\r\n', 'abc'),
    responses: [echoed('abc')],
  },
  'a request inside of a body': {
    cites: 'RFC 9112 6.2',
    sent: post('/echo', smuggled),
    responses: [echoed(smuggled)],
  },
  'a request inside of a body that is not read': {
    cites: 'RFC 9112 9.3',
    sent: post('/unread', smuggled),
    responses: [echoed('unread')],
  },
  'a request inside of a body that has no route': {
    cites: 'RFC 9112 9.3',
    sent: post('/nowhere', smuggled),
    responses: [404],
  },
  'a request inside of the body of GET': {
    cites: 'RFC 9110 9.3.1',
    sent: get('/', `Content-Length: ${smuggled.length}\r\n`) + smuggled,
    responses: [echoed('hello')],
  },
  'chunks of GET': {
    cites: 'RFC 9110 9.3.1',
    sent: get('/', 'Transfer-Encoding: chunked\r\n') + chunks,
    responses: [echoed('hello')],
  },
  'a body that is longer than its length': {
    cites: 'RFC 9112 6.3',
    sent: postAs('/echo', 'Content-Length: 3\r\n', 'abc\0\0'),
    responses: [echoed('abc'), 400],
    connection: 'closed',
  },
  'a body that ends before its length': {
    cites: 'RFC 9112 6.3',
    sent: postAs('/echo', 'Content-Length: 9\r\n', 'abc'),
    ends: true,
    responses: [400],
  },
  'the same length twice': {
    cites: 'RFC 9110 8.6',
    sent: postAs('/echo', 'Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'),
    responses: [[200, 400]],
    connection: 'either',
  },
  'two lengths': {
    cites: 'RFC 9112 6.3',
    sent: postAs('/echo', `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n`, smuggled),
    ...refused,
  },
  'two lengths, the longer one first': {
    cites: 'RFC 9112 6.3',
    sent: postAs('/echo', `Content-Length: ${smuggled.length}\r\nContent-Length: 0\r\n`, smuggled),
    ...refused,
  },
  'two lengths in HTTP/1.0': {
    cites: 'RFC 9112 6.3',
    sent: 'POST /echo HTTP/1.0\r\nContent-Length: 3\r\nContent-Length: 0\r\n\r\nabc',
    ...refused,
  },
  'a list of equal lengths': {
    cites: 'RFC 9110 8.6',
    sent: postAs('/echo', 'Content-Length: 3, 3\r\n', 'abc'),
    responses: [[200, 400]],
    connection: 'either',
  },
  'a list of lengths': length('RFC 9112 6.3', '3, 0'),
  'an empty length': length('RFC 9112 6.3', ''),
  'a length with a plus sign': length('RFC 9112 6.3', '+3'),
  'a negative length': length('RFC 9112 6.3', '-3'),
  'a negative length of zero': length('RFC 9112 6.3', '-0'),
  'a hexadecimal length': length('RFC 9112 6.3', '0x3'),
  'a length with an exponent': length('RFC 9112 6.3', '3e0'),
  'a length with decimals': length('RFC 9112 6.3', '3.0'),
  'a length with an underscore': length('RFC 9112 6.3', '1_0'),
  'a length with a space inside': length('RFC 9112 6.3', '3 0'),
  'a length with a parameter': length('RFC 9112 6.3', '3;a=b'),
  'a length in quotes': length('RFC 9112 6.3', '"3"'),
  'a length in words': length('RFC 9112 6.3', 'three'),
  'a length with a NUL': length('RFC 9112 6.3', '3\0'),
  'a length with a vertical tab': length('RFC 9112 6.3', '\x0b3'),
  'a length over 64 bits': length('RFC 9110 8.6', '18446744073709551619'),
  'a length of 40 digits': length('RFC 9110 8.6', '9'.repeat(40)),
  'a length with another character for the hyphen': {
    cites: 'RFC 9110 5.1',
    sent: postAs('/echo', 'Content_Length: 3\r\n', ''),
    responses: [echoed('')],
  },
  chunks: { cites: 'RFC 9112 7.1', sent: chunked(chunks), responses: [echoed('abc')] },
  'chunked in upper case': {
    cites: 'RFC 9112 7',
    sent: postAs('/echo', 'Transfer-Encoding: CHUNKED\r\n', chunks),
    responses: [echoed('abc')],
  },
  'spaces around chunked': {
    cites: 'RFC 9112 5',
    sent: postAs('/echo', 'Transfer-Encoding: \tchunked \r\n', chunks),
    responses: [echoed('abc')],
  },
  'chunks and a length': {
    cites: 'RFC 9112 6.1',
    sent: post('/echo', hidden, 'Transfer-Encoding: chunked\r\n'),
    ...refused,
  },
  'chunks, and a length after them': {
    cites: 'RFC 9112 6.1',
    sent: chunked(hidden, `Content-Length: ${hidden.length}\r\n`),
    ...refused,
  },
  'chunks and a length of zero': {
    cites: 'RFC 9112 6.1',
    sent: chunked(hidden, 'Content-Length: 0\r\n'),
    ...refused,
  },
  'chunked twice': encoding('RFC 9112 6.1', 'chunked, chunked'),
  'chunked twice, in two fields': {
    cites: 'RFC 9112 6.1',
    sent: chunked(chunks, 'Transfer-Encoding: chunked\r\n'),
    ...refusedWith(400, 501),
  },
  'chunked before another encoding': encoding('RFC 9112 6.3', 'chunked, gzip'),
  'chunked after another encoding': {
    cites: 'RFC 9112 6.1',
    sent: postAs('/echo', 'Transfer-Encoding: gzip, chunked\r\n', chunks),
    responses: [[400, 501]],
    connection: 'either',
  },
  'two encodings that are not chunks': encoding('RFC 9112 6.3', 'gzip, identity'),
  'chunked and identity': encoding('RFC 9112 6.1', 'chunked, identity'),
  'identity and chunked, in two fields': {
    cites: 'RFC 9112 6.1',
    sent: chunked(chunks, 'Transfer-Encoding: identity\r\n'),
    ...refusedWith(400, 501),
  },
  'an unknown encoding': encoding('RFC 9112 6.1', 'xchunked'),
  'an encoding that is not chunks': encoding('RFC 9112 6.3', 'gzip'),
  identity: encoding('RFC 9112 6.3', 'identity'),
  'an empty encoding': encoding('RFC 9112 6.1', ''),
  'a comma alone': encoding('RFC 9112 6.1', ','),
  'chunked in quotes': encoding('RFC 9112 6.1', '"chunked"'),
  'chunked with a parameter': encoding('RFC 9112 7.1', 'chunked;q=1'),
  'chunked with a vertical tab': encoding('RFC 9112 6.1', '\x0bchunked'),
  'chunked with a NUL': encoding('RFC 9112 6.1', 'chunked\0'),
  'chunked with a space inside': encoding('RFC 9112 6.1', 'chunk ed'),
  'chunked and a semicolon': encoding('RFC 9112 6.1', 'chunked;'),
  'chunked, a line break and more': encoding('RFC 9112 5.2', 'chunked\r\n , identity'),
  'a length, and chunked after a space before the colon': disguised(
    'RFC 9112 5.1',
    'Transfer-Encoding : chunked',
  ),
  'a length, and chunked after a tab before the colon': disguised(
    'RFC 9112 5.1',
    'Transfer-Encoding\t: chunked',
  ),
  'a length, and folded chunked': disguised('RFC 9112 5.2', 'Transfer-Encoding:\r\n chunked'),
  'a length, and chunked folded with LF': disguised('RFC 9112 5.2', 'Transfer-Encoding:\n chunked'),
  'a length, and chunked after a field that ends with LF': disguised(
    'RFC 9112 2.2',
    'X: a\nTransfer-Encoding: chunked',
  ),
  'a length, and chunked after a field that ends with CR': disguised(
    'RFC 9112 2.2',
    'X: a\rTransfer-Encoding: chunked',
  ),
  'a length, and chunked after a space': disguised('RFC 9112 5.2', ' Transfer-Encoding: chunked'),
  'a length, and chunked after a NUL': disguised('RFC 9110 5.6.2', '\0Transfer-Encoding: chunked'),
  'a length, and chunked with a byte over 127': disguised(
    'RFC 9110 5.6.2',
    'Transfer-Encod\xefng: chunked',
  ),
  'a length, and xchunked': disguised('RFC 9112 6.1', 'Transfer-Encoding: xchunked'),
  'a length, and identity': disguised('RFC 9112 6.1', 'Transfer-Encoding: identity'),
  'a length, and chunked with another character for the hyphen': {
    cites: 'RFC 9110 5.1',
    sent: post('/echo', hidden, 'Transfer_Encoding: chunked\r\n'),
    responses: [echoed(hidden)],
  },
  'chunks in HTTP/1.0': {
    cites: 'RFC 9112 6.1',
    sent: `POST /unread HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
    responses: [[200, 400, 411, 501]],
    connection: 'closed',
  },
  'chunks and a length in HTTP/1.0': {
    cites: 'RFC 9112 6.1',
    sent: `POST /unread HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    responses: [[200, 400, 411, 501]],
    connection: 'closed',
  },
}
