import { echoed, get, postAs, refused, smuggled, type FramingCases } from '../framing-case.ts'

const tchars = "!#$%&'*+-.^_`|~09azAZ"

/** Syntax of header fields. */
export const fields: FramingCases = {
  'no space after the colon': {
    cites: 'RFC 9112 5',
    sent: get('/header/x-a', 'X-A:1\r\n'),
    responses: [echoed('1')],
  },
  'spaces and tabs around the value': {
    cites: 'RFC 9112 5',
    sent: get('/header/x-a', 'X-A: \t a b\t \r\n'),
    responses: [echoed('a b')],
  },
  'an empty value': {
    cites: 'RFC 9110 5.5',
    sent: get('/header/x-a', 'X-A:\r\n'),
    responses: [echoed('')],
  },
  'a field that was not sent': {
    cites: 'RFC 9110 5.1',
    sent: get('/header/x-a'),
    responses: [echoed('null')],
  },
  'a field named like a method of objects, not sent': {
    cites: 'RFC 9110 5.1',
    sent: get('/header/constructor'),
    responses: [echoed('null')],
  },
  'a field named like a method of objects': {
    cites: 'RFC 9110 5.1',
    sent: get('/header/constructor', 'Constructor: a\r\n'),
    responses: [echoed('a')],
  },
  'the field __proto__': {
    cites: 'RFC 9110 5.1',
    sent: get('/header/__proto__', '__proto__: a\r\n'),
    responses: [200],
    matches: /"(?:a|null)"/u,
  },
  'all characters of names': {
    cites: 'RFC 9110 5.6.2',
    sent: get('/', `${tchars}: a\r\n`),
    responses: [echoed('hello')],
  },
  'a name in another case': {
    cites: 'RFC 9110 5.1',
    sent: postAs('/echo', 'cOnTeNt-LeNgTh: 3\r\n', 'abc'),
    responses: [echoed('abc')],
  },
  'a field that is sent twice': {
    cites: 'RFC 9110 5.3',
    sent: get('/header/x-a', 'X-A: 1\r\nX-B: 0\r\nx-a: 2\r\n'),
    responses: [echoed('1, 2')],
  },
  'a byte over 127 in a value': {
    cites: 'RFC 9110 5.5',
    sent: get('/header/x-a', 'X-A: \xe9\r\n'),
    responses: [200],
  },
  'a colon in a value': {
    cites: 'RFC 9110 5.5',
    sent: get('/header/x-a', 'X-A: :a:\r\n'),
    responses: [echoed(':a:')],
  },
  'a space before the colon': { cites: 'RFC 9112 5.1', sent: get('/', 'X-A : a\r\n'), ...refused },
  'a tab before the colon': { cites: 'RFC 9112 5.1', sent: get('/', 'X-A\t: a\r\n'), ...refused },
  'a vertical tab before the colon': {
    cites: 'RFC 9112 5.1',
    sent: get('/', 'X-A\x0b: a\r\n'),
    ...refused,
  },
  'no colon': { cites: 'RFC 9112 5', sent: get('/', 'X-A\r\n'), ...refused },
  'no name': { cites: 'RFC 9112 5', sent: get('/', ': a\r\n'), ...refused },
  'a colon alone': { cites: 'RFC 9112 5', sent: get('/', ':\r\n'), ...refused },
  'a space inside of a name': { cites: 'RFC 9110 5.6.2', sent: get('/', 'X A: a\r\n'), ...refused },
  'a parenthesis in a name': { cites: 'RFC 9110 5.6.2', sent: get('/', 'X(A): a\r\n'), ...refused },
  'a slash in a name': { cites: 'RFC 9110 5.6.2', sent: get('/', 'X/A: a\r\n'), ...refused },
  'an at sign in a name': { cites: 'RFC 9110 5.6.2', sent: get('/', 'X@A: a\r\n'), ...refused },
  'quotes in a name': { cites: 'RFC 9110 5.6.2', sent: get('/', '"X": a\r\n'), ...refused },
  'a NUL in a name': { cites: 'RFC 9110 5.6.2', sent: get('/', 'X\0A: a\r\n'), ...refused },
  'a byte over 127 in a name': {
    cites: 'RFC 9110 5.6.2',
    sent: get('/', 'X\xe9: a\r\n'),
    ...refused,
  },
  'a control byte in a name': {
    cites: 'RFC 9110 5.6.2',
    sent: get('/', 'X\x01: a\r\n'),
    ...refused,
  },
  'a space before the first field': {
    cites: 'RFC 9112 2.2',
    sent: 'GET / HTTP/1.1\r\n X: a\r\nHost: a.example\r\n\r\n',
    ...refused,
  },
  'a folded field': { cites: 'RFC 9112 5.2', sent: get('/', 'X: a\r\n b\r\n'), ...refused },
  'a field folded with a tab': {
    cites: 'RFC 9112 5.2',
    sent: get('/', 'X: a\r\n\tb\r\n'),
    ...refused,
  },
  'a field folded with an empty line': {
    cites: 'RFC 9112 5.2',
    sent: get('/', 'X: a\r\n \r\n'),
    ...refused,
  },
  'a field that ends with LF': {
    cites: 'RFC 9112 2.2',
    sent: get('/', 'X: a\nY: b\r\n'),
    ...refused,
  },
  'a field that ends with CR': {
    cites: 'RFC 9112 2.2',
    sent: get('/', 'X: a\rY: b\r\n'),
    ...refused,
  },
  'a field that ends with CR CR LF': {
    cites: 'RFC 9112 2.2',
    sent: get('/', 'X: a\r\r\n'),
    ...refused,
  },
  'fields that end with LF LF': {
    cites: 'RFC 9112 2.2',
    sent: `GET / HTTP/1.1\r\nHost: a.example\r\nX: a\n\n${smuggled}`,
    ...refused,
  },
  'fields that end with CR CR': {
    cites: 'RFC 9112 2.2',
    sent: `GET / HTTP/1.1\r\nHost: a.example\r\nX: a\r\r${smuggled}`,
    ...refused,
  },
  'a NUL in a value': { cites: 'RFC 9110 5.5', sent: get('/', 'X: a\0b\r\n'), ...refused },
  'a control byte in a value': {
    cites: 'RFC 9110 5.5',
    sent: get('/', 'X: a\x01b\r\n'),
    responses: [[200, 400]],
    connection: 'either',
  },
  'a DEL in a value': {
    cites: 'RFC 9110 5.5',
    sent: get('/', 'X: a\x7fb\r\n'),
    responses: [[200, 400]],
    connection: 'either',
  },
}
