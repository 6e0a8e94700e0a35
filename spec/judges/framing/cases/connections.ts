import {
  chunked,
  echoed,
  get,
  post,
  refused,
  smuggled,
  type FramingCase,
  type FramingCases,
} from '../framing-case.ts'

function closing(value: string): FramingCase {
  return {
    cites: 'RFC 9112 9.6',
    sent: get('/', `Connection: ${value}\r\n`),
    responses: [echoed('hello')],
    connection: 'closed',
    matches: /^connection: close\r$/imu,
  }
}

function old(headers = ''): string {
  return `GET / HTTP/1.0\r\n${headers}\r\n`
}

const continues = /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /u
const neverContinues = /^(?!HTTP\/1\.1 100)/u

/** Connections: how long they last, pipelines, HTTP/1.0, upgrades, and Expect. */
export const connections: FramingCases = {
  'two requests at once': {
    cites: 'RFC 9112 9.3.2',
    sent: get('/') + get('/url'),
    responses: [echoed('hello'), echoed('http://a.example/url')],
  },
  'requests with and without bodies at once': {
    cites: 'RFC 9112 9.3.2',
    sent:
      post('/echo', 'a') +
      get('/') +
      chunked('1\r\nb\r\n0\r\n\r\n') +
      get('/nowhere') +
      post('/unread', 'c'),
    responses: [echoed('a'), echoed('hello'), echoed('b'), 404, echoed('unread')],
  },
  '30 requests at once': {
    cites: 'RFC 9112 9.3.2',
    sent: Array.from({ length: 30 }, (_, index) => get(`/segment/${index}`)).join(''),
    responses: Array.from({ length: 30 }, (_, index) => echoed(`${index}`)),
  },
  'a request that arrives byte by byte': {
    cites: 'RFC 9112 2.2',
    sent: [...post('/echo', 'abc')],
    responses: [echoed('abc')],
  },
  'an empty line after a body': {
    cites: 'RFC 9112 2.2',
    sent: `${post('/echo', 'abc')}\r\n`,
    responses: [echoed('abc')],
  },
  'a client that ends its side after the request': {
    cites: 'RFC 9112 9.6',
    sent: get('/'),
    ends: true,
    responses: [echoed('hello')],
  },
  'a client that ends its side after two requests': {
    cites: 'RFC 9112 9.6',
    sent: get('/') + post('/echo', 'abc'),
    ends: true,
    responses: [echoed('hello'), echoed('abc')],
  },
  close: closing('close'),
  'close in upper case': closing('CLOSE'),
  'close after another option': closing('x, close'),
  'close before another option': closing('close, x'),
  'close and keep-alive': closing('keep-alive, close'),
  'close after an empty option': closing(',close'),
  'close in the second of two fields': closing('keep-alive\r\nConnection: close'),
  'requests after close': {
    cites: 'RFC 9112 9.6',
    sent: get('/', 'Connection: close\r\n') + smuggled,
    responses: [echoed('hello')],
    connection: 'closed',
  },
  'bytes after close': {
    cites: 'RFC 9112 9.6',
    sent: `${get('/', 'Connection: close\r\n')}\0\0`,
    responses: [echoed('hello')],
    connection: 'closed',
  },
  'broken chunks after close, which are not read': {
    cites: 'RFC 9112 9.6',
    sent: chunked('x\r\n', 'Connection: close\r\n').replace('/echo', '/unread'),
    responses: [[200, 400]],
    connection: 'closed',
  },
  'broken chunks after close, which are read': {
    cites: 'RFC 9112 9.6',
    sent: chunked('x\r\n', 'Connection: close\r\n'),
    ...refused,
  },
  'an option that is not close': {
    cites: 'RFC 9110 7.6.1',
    sent: get('/', 'Connection: closed\r\n'),
    responses: [echoed('hello')],
  },
  'keep-alive': {
    cites: 'RFC 9112 9.3',
    sent: get('/', 'Connection: keep-alive\r\n'),
    responses: [echoed('hello')],
  },
  'an empty option': {
    cites: 'RFC 9110 7.6.1',
    sent: get('/', 'Connection:\r\n'),
    responses: [echoed('hello')],
  },
  'the length as an option': {
    cites: 'RFC 9110 7.6.1',
    sent: post('/echo', smuggled, 'Connection: Content-Length\r\n'),
    responses: [echoed(smuggled)],
  },
  'the host as an option': {
    cites: 'RFC 9110 7.6.1',
    sent: get('/url', 'Connection: Host\r\n'),
    responses: [echoed('http://a.example/url')],
  },
  'HTTP/1.0': {
    cites: 'RFC 9112 9.3',
    sent: old(),
    responses: [echoed('hello')],
    connection: 'closed',
  },
  'HTTP/1.0 with keep-alive': {
    cites: 'RFC 9112 9.3',
    sent: old('Connection: keep-alive\r\n'),
    responses: [echoed('hello')],
    connection: 'either',
  },
  'HTTP/1.0 with close': {
    cites: 'RFC 9112 9.3',
    sent: old('Connection: close\r\n'),
    responses: [echoed('hello')],
    connection: 'closed',
  },
  'a stream in HTTP/1.0': {
    cites: 'RFC 9112 6.1',
    sent: old().replace('/', '/stream'),
    responses: [echoed('streamed')],
    connection: 'closed',
    matches: /^(?![^]*transfer-encoding:)/iu,
  },
  'a stream': { cites: 'RFC 9112 6.1', sent: get('/stream'), responses: [echoed('streamed')] },
  'an upgrade to HTTP/2': {
    cites: 'RFC 9110 7.8',
    sent: get(
      '/',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n',
    ),
    responses: [echoed('hello')],
  },
  'an upgrade to WebSocket, which no route has': {
    cites: 'RFC 9110 7.8',
    sent: get(
      '/',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    ),
    responses: [[200, 400, 426]],
    connection: 'either',
  },
  'an upgrade with a body': {
    cites: 'RFC 9110 7.8',
    sent: post('/echo', smuggled, 'Connection: Upgrade\r\nUpgrade: x\r\n'),
    responses: [echoed(smuggled)],
  },
  'an upgrade with chunks': {
    cites: 'RFC 9110 7.8',
    sent: chunked('3\r\nabc\r\n0\r\n\r\n', 'Connection: Upgrade\r\nUpgrade: x\r\n'),
    responses: [echoed('abc')],
  },
  'Upgrade without Connection': {
    cites: 'RFC 9110 7.8',
    sent: get('/', 'Upgrade: x\r\n'),
    responses: [echoed('hello')],
  },
  'an expectation of 100 Continue': {
    cites: 'RFC 9110 10.1.1',
    sent: post('/echo', 'abc', 'Expect: 100-continue\r\n'),
    responses: [echoed('abc')],
    matches: continues,
  },
  'an expectation of 100 Continue in another case': {
    cites: 'RFC 9110 10.1.1',
    sent: post('/echo', 'abc', 'Expect: 100-Continue\r\n'),
    responses: [echoed('abc')],
    matches: continues,
  },
  'an expectation of 100 Continue with chunks': {
    cites: 'RFC 9110 10.1.1',
    sent: chunked('3\r\nabc\r\n0\r\n\r\n', 'Expect: 100-continue\r\n'),
    responses: [echoed('abc')],
    matches: continues,
  },
  'an expectation of 100 Continue for a body that is not read': {
    cites: 'RFC 9110 10.1.1',
    sent: post('/unread', smuggled, 'Expect: 100-continue\r\n'),
    responses: [echoed('unread')],
    connection: 'either',
  },
  'an expectation of 100 Continue without a body': {
    cites: 'RFC 9110 10.1.1',
    sent: get('/', 'Expect: 100-continue\r\n'),
    responses: [echoed('hello')],
    connection: 'either',
  },
  'an expectation of 100 Continue in HTTP/1.0': {
    cites: 'RFC 9110 10.1.1',
    sent: 'POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc',
    responses: [echoed('abc')],
    connection: 'closed',
    matches: neverContinues,
  },
  'another expectation': {
    cites: 'RFC 9110 10.1.1',
    sent: post('/echo', 'abc', 'Expect: 200-ok\r\n'),
    responses: [[200, 417]],
    connection: 'either',
  },
  'two expectations': {
    cites: 'RFC 9110 10.1.1',
    sent: post('/echo', 'abc', 'Expect: 100-continue, 200-ok\r\n'),
    responses: [[200, 417]],
    connection: 'either',
  },
}
