import { echoed, get, post, smuggled, type FramingCases } from '../framing-case.ts'

function head(target: string, headers = ''): string {
  return get(target, headers).replace('GET', 'HEAD')
}

function send(method: string, target: string, headers = ''): string {
  return get(target, headers).replace('GET', method)
}

/** Responses that have no body, and what a status requires. */
export const responses: FramingCases = {
  HEAD: {
    cites: 'RFC 9110 9.3.2',
    sent: head('/'),
    isHead: true,
    responses: [200],
    matches: /^content-length: 7\r$/imu,
  },
  'two HEADs': {
    cites: 'RFC 9110 9.3.2',
    sent: head('/').repeat(2),
    isHead: true,
    responses: [200, 200],
  },
  'HEAD of no route': {
    cites: 'RFC 9110 9.3.2',
    sent: head('/nowhere'),
    isHead: true,
    responses: [404],
  },
  'HEAD of another method': {
    cites: 'RFC 9110 9.3.2',
    sent: head('/echo'),
    isHead: true,
    responses: [405],
  },
  'HEAD of a stream': {
    cites: 'RFC 9110 9.3.2',
    sent: head('/stream'),
    isHead: true,
    responses: [200],
  },
  'HEAD with a body': {
    cites: 'RFC 9110 9.3.2',
    sent: head('/', `Content-Length: ${smuggled.length}\r\n`) + smuggled,
    isHead: true,
    responses: [200],
  },
  'HEAD in HTTP/1.0': {
    cites: 'RFC 9110 9.3.2',
    sent: 'HEAD / HTTP/1.0\r\n\r\n',
    isHead: true,
    responses: [200],
    connection: 'closed',
    matches: /\r\n\r\n$/u,
  },
  '204': { cites: 'RFC 9110 15.3.5', sent: get('/nothing'), responses: [204] },
  '304': { cites: 'RFC 9110 15.4.5', sent: get('/unchanged'), responses: [304] },
  'HEAD of 304': {
    cites: 'RFC 9110 15.4.5',
    sent: head('/unchanged'),
    isHead: true,
    responses: [304],
  },
  'a method that a path does not have': {
    cites: 'RFC 9110 15.5.6',
    sent: send('DELETE', '/echo'),
    responses: [405],
    matches: /^allow: .*POST/imu,
  },
  'a method that a path does not have, with a body': {
    cites: 'RFC 9112 9.3',
    sent: send('PUT', '/', `Content-Length: ${smuggled.length}\r\n`) + smuggled,
    responses: [405],
    matches: /^allow: .*GET/imu,
  },
  'OPTIONS of a path': {
    cites: 'RFC 9110 9.3.7',
    sent: send('OPTIONS', '/echo'),
    responses: [[200, 204]],
    matches: /^allow: .*POST/imu,
  },
  'OPTIONS with a body': {
    cites: 'RFC 9110 9.3.7',
    sent: send('OPTIONS', '/echo', `Content-Length: ${smuggled.length}\r\n`) + smuggled,
    responses: [[200, 204]],
  },
  'TRACE, which shows no header': {
    cites: 'RFC 9110 9.3.8',
    sent: send('TRACE', '/', 'Cookie: secret\r\n'),
    responses: [[405, 501]],
    connection: 'either',
    matches: /^(?![^]*secret)/u,
  },
  'an encoding of the body that is not supported': {
    cites: 'RFC 9110 8.4',
    sent: post('/json', '{}', 'Content-Type: application/json\r\nContent-Encoding: x\r\n'),
    responses: [415],
  },
  'a path that no route has': { cites: 'RFC 9110 15.5.5', sent: get('/nowhere'), responses: [404] },
  'a body of 3 MB, over the limit': {
    cites: 'RFC 9110 15.5.14',
    sent: post('/json', 'x'.repeat(3_000_000)),
    responses: [413],
    connection: 'either',
  },
  'chunks of 3 MB, over the limit': {
    cites: 'RFC 9110 15.5.14',
    sent: `${post('/json', '').replace('Content-Length: 0', 'Transfer-Encoding: chunked')}${`2710\r\n${'x'.repeat(10_000)}\r\n`.repeat(300)}0\r\n\r\n`,
    responses: [413],
    connection: 'either',
  },
  'a response after an error': {
    cites: 'RFC 9112 9.3',
    sent: post('/json', '{', 'Content-Type: application/json\r\n') + get('/'),
    responses: [400, echoed('hello')],
  },
}
