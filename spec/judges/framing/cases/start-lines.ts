import { echoed, get, refused, refusedWith, type FramingCases } from '../framing-case.ts'

const host = 'Host: a.example\r\n\r\n'

function line(text: string): string {
  return `${text}\r\n${host}`
}

/** Request lines: methods, versions, and the space between the parts. */
export const startLines: FramingCases = {
  'a request': { cites: 'RFC 9112 3', sent: get('/'), responses: [echoed('hello')] },
  'an empty line before the request': {
    cites: 'RFC 9112 2.2',
    sent: `\r\n${get('/')}`,
    responses: [echoed('hello')],
  },
  'a space before the method': { cites: 'RFC 9112 3', sent: ` ${get('/')}`, ...refused },
  'lines that end with LF': {
    cites: 'RFC 9112 2.2',
    sent: 'GET / HTTP/1.1\nHost: a.example\n\n',
    ...refused,
  },
  'a line that ends with CR': {
    cites: 'RFC 9112 2.2',
    sent: 'GET / HTTP/1.1\rHost: a.example\r\n\r\n',
    ...refused,
  },
  'a line that ends with CR CR LF': {
    cites: 'RFC 9112 2.2',
    sent: line('GET / HTTP/1.1\r'),
    ...refused,
  },
  'a CR inside of the line': { cites: 'RFC 9112 2.2', sent: line('GET\r/ HTTP/1.1'), ...refused },
  'a CR inside of the target': {
    cites: 'RFC 9112 2.2',
    sent: line('GET /a\rb HTTP/1.1'),
    ...refused,
  },
  'no method': { cites: 'RFC 9112 3', sent: line('/ HTTP/1.1'), ...refused },
  'a method that is no token': {
    cites: 'RFC 9112 3.1',
    sent: line('GE(T) / HTTP/1.1'),
    ...refused,
  },
  'a method with a colon': { cites: 'RFC 9112 3.1', sent: line('GET: / HTTP/1.1'), ...refused },
  'a method with a NUL': { cites: 'RFC 9112 3.1', sent: line('GE\0T / HTTP/1.1'), ...refused },
  'a method in lower case': {
    cites: 'RFC 9110 9.1',
    sent: line('get / HTTP/1.1'),
    responses: [[400, 405, 501]],
    connection: 'either',
  },
  'an unknown method': {
    cites: 'RFC 9110 9.1',
    sent: line('BREW / HTTP/1.1'),
    responses: [[400, 405, 501]],
    connection: 'either',
  },
  'a method of WebDAV': {
    cites: 'RFC 9110 9.1',
    sent: line('PROPFIND / HTTP/1.1'),
    responses: [[405, 501]],
    connection: 'either',
  },
  'a method of 10,000 letters': {
    cites: 'RFC 9112 3',
    sent: line(`${'A'.repeat(10_000)} / HTTP/1.1`),
    responses: [[400, 405, 431, 501]],
    connection: 'either',
  },
  'no target': { cites: 'RFC 9112 3', sent: line('GET HTTP/1.1'), ...refused },
  'two spaces instead of a target': {
    cites: 'RFC 9112 3',
    sent: line('GET  HTTP/1.1'),
    ...refused,
  },
  'two spaces after the method': { cites: 'RFC 9112 3', sent: line('GET  / HTTP/1.1'), ...refused },
  'two spaces before the version': {
    cites: 'RFC 9112 3',
    sent: line('GET /  HTTP/1.1'),
    ...refused,
  },
  'a space after the version': { cites: 'RFC 9112 3', sent: line('GET / HTTP/1.1 '), ...refused },
  'a tab after the method': { cites: 'RFC 9112 3', sent: line('GET\t/ HTTP/1.1'), ...refused },
  'a tab before the version': { cites: 'RFC 9112 3', sent: line('GET /\tHTTP/1.1'), ...refused },
  'a space inside of the target': {
    cites: 'RFC 9112 3.2',
    sent: line('GET /a b HTTP/1.1'),
    ...refused,
  },
  'two versions': { cites: 'RFC 9112 3', sent: line('GET / HTTP/1.1 HTTP/1.1'), ...refused },
  'no version': { cites: 'RFC 9112 2.3', sent: line('GET /'), ...refused },
  'HTTP/0.9': { cites: 'RFC 9112 2.3', sent: 'GET /\r\n', ends: true, ...refused },
  'version 0.9': {
    cites: 'RFC 9110 15.6.6',
    sent: line('GET / HTTP/0.9'),
    ...refusedWith(400, 505),
  },
  'version 1.2, which is read as 1.1': {
    cites: 'RFC 9110 2.5',
    sent: line('GET / HTTP/1.2'),
    responses: [echoed('hello')],
  },
  'version 2.0': {
    cites: 'RFC 9110 15.6.6',
    sent: line('GET / HTTP/2.0'),
    ...refusedWith(400, 505),
  },
  'version 3': { cites: 'RFC 9112 2.3', sent: line('GET / HTTP/3'), ...refusedWith(400, 505) },
  'version 1': { cites: 'RFC 9112 2.3', sent: line('GET / HTTP/1'), ...refused },
  'version 1.10': { cites: 'RFC 9112 2.3', sent: line('GET / HTTP/1.10'), ...refused },
  'version 01.1': { cites: 'RFC 9112 2.3', sent: line('GET / HTTP/01.1'), ...refused },
  'version 1,1': { cites: 'RFC 9112 2.3', sent: line('GET / HTTP/1,1'), ...refused },
  'a version in lower case': { cites: 'RFC 9112 2.3', sent: line('GET / http/1.1'), ...refused },
  'another protocol': { cites: 'RFC 9112 2.3', sent: line('GET / HTTPS/1.1'), ...refused },
  'a version of RTSP': { cites: 'RFC 9112 2.3', sent: line('GET / RTSP/1.0'), ...refused },
  'the preface of HTTP/2': {
    cites: 'RFC 9113 3.4',
    sent: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ...refusedWith(400, 505),
  },
  'the beginning of TLS': {
    cites: 'RFC 9112 2.2',
    sent: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ...refused,
  },
  'a response': {
    cites: 'RFC 9112 2.1',
    sent: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    ...refused,
  },
  'bytes that are no text': { cites: 'RFC 9112 2.2', sent: '\0\x01\xff\xfe\r\n\r\n', ...refused },
}
