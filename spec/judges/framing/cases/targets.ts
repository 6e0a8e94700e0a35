import { echoed, get, refused, type FramingCases } from '../framing-case.ts'

const invalid = { responses: [400], connection: 'either' } as const
const unserved = { responses: [[400, 404, 405]], connection: 'either' } as const

/** Request targets: their four forms, percent-encoding and dot segments. */
export const targets: FramingCases = {
  'the origin form': {
    cites: 'RFC 9112 3.2.1',
    sent: get('/url?a=b'),
    responses: [echoed('http://a.example/url?a=b')],
  },
  'the absolute form': {
    cites: 'RFC 9112 3.2.2',
    sent: get('http://a.example/url'),
    responses: [echoed('http://a.example/url')],
  },
  'the absolute form of another host than Host': {
    cites: 'RFC 9112 3.2.2',
    sent: get('http://b.example/url'),
    responses: [echoed('http://b.example/url')],
  },
  'the absolute form with a port': {
    cites: 'RFC 9112 3.2.2',
    sent: get('http://b.example:8080/url'),
    responses: [echoed('http://b.example:8080/url')],
  },
  'the absolute form of an IPv6 address': {
    cites: 'RFC 9112 3.2.2',
    sent: get('http://[::1]:8080/url'),
    responses: [echoed('http://[::1]:8080/url')],
  },
  'the absolute form with a scheme in upper case': {
    cites: 'RFC 9110 4.2.3',
    sent: get('HTTP://a.example/url'),
    responses: [echoed('http://a.example/url')],
  },
  'the absolute form without a path': {
    cites: 'RFC 9110 4.2.3',
    sent: get('http://a.example'),
    responses: [echoed('hello')],
  },
  'the absolute form with a query and no path': {
    cites: 'RFC 9110 4.2.3',
    sent: get('http://a.example?a=b'),
    responses: [echoed('hello')],
  },
  'the absolute form without Host': {
    cites: 'RFC 9112 3.2',
    sent: 'GET http://a.example/ HTTP/1.1\r\n\r\n',
    ...refused,
  },
  'the absolute form with a user': {
    cites: 'RFC 9110 4.2.4',
    sent: get('http://user@a.example/url'),
    ...invalid,
  },
  'the absolute form with an empty host': {
    cites: 'RFC 9110 4.2.1',
    sent: get('http:///url'),
    ...invalid,
  },
  'the absolute form with a broken port': {
    cites: 'RFC 3986 3.2.3',
    sent: get('http://a.example:b/url'),
    ...invalid,
  },
  'the absolute form with a backslash in its host': {
    cites: 'RFC 3986 3.2.2',
    sent: get('http://a.example\\@b.example/url'),
    ...invalid,
  },
  'the absolute form with a fragment': {
    cites: 'RFC 9112 3.2.2',
    sent: get('http://a.example/url#b'),
    ...unserved,
  },
  'the absolute form of ftp': {
    cites: 'RFC 9110 7.4',
    sent: get('ftp://a.example/url'),
    responses: [[400, 404, 421]],
    connection: 'either',
  },
  'the absolute form of file': {
    cites: 'RFC 9110 7.4',
    sent: get('file:///url'),
    responses: [[400, 404, 421]],
    connection: 'either',
  },
  'a scheme without an authority': { cites: 'RFC 9112 3.2.2', sent: get('http:/url'), ...unserved },
  'the authority form of GET': { cites: 'RFC 9112 3.2.3', sent: get('a.example:80'), ...invalid },
  'the authority form of CONNECT': {
    cites: 'RFC 9110 9.3.6',
    sent: get('a.example:443').replace('GET', 'CONNECT'),
    responses: [[400, 404, 405, 501]],
    connection: 'either',
  },
  'CONNECT with a path': {
    cites: 'RFC 9112 3.2.3',
    sent: get('/').replace('GET', 'CONNECT'),
    responses: [[400, 404, 405, 501]],
    connection: 'either',
  },
  'the asterisk form of OPTIONS': {
    cites: 'RFC 9112 3.2.4',
    sent: get('*').replace('GET', 'OPTIONS'),
    responses: [[200, 204]],
    matches: /^allow: .*GET/imu,
  },
  'the asterisk form of GET': { cites: 'RFC 9112 3.2.4', sent: get('*'), ...unserved },
  'a path behind an asterisk': { cites: 'RFC 9112 3.2.4', sent: get('*/url'), ...unserved },
  'a path without a slash': { cites: 'RFC 9112 3.2.1', sent: get('url'), ...invalid },
  'a query without a path': { cites: 'RFC 9112 3.2.1', sent: get('?a=b'), ...invalid },
  'a fragment after the path': { cites: 'RFC 9112 3.2.1', sent: get('/url#a'), ...unserved },
  'a fragment after the query': { cites: 'RFC 9112 3.2.1', sent: get('/url?a#b'), ...invalid },
  'an empty query': { cites: 'RFC 3986 3.4', sent: get('/?'), responses: [echoed('hello')] },
  'question marks inside of the query': {
    cites: 'RFC 3986 3.4',
    sent: get('/url?a?b=/?'),
    responses: [echoed('http://a.example/url?a?b=/?')],
  },
  'two slashes at the beginning': {
    cites: 'RFC 3986 4.2',
    sent: get('//b.example/url'),
    responses: [404],
  },
  'a path in upper case': { cites: 'RFC 9110 4.2.3', sent: get('/URL'), responses: [404] },
  'an encoded letter in the path': {
    cites: 'RFC 3986 6.2.2.2',
    sent: get('/%75nread').replace('GET', 'POST'),
    responses: [echoed('unread')],
  },
  'an encoded slash in a segment': {
    cites: 'RFC 3986 2.2',
    sent: get('/segment/a%2Fb'),
    responses: [echoed('a/b')],
  },
  'an encoded percent sign in a segment': {
    cites: 'RFC 3986 2.4',
    sent: get('/segment/%252e%252e'),
    responses: [echoed('%2e%2e')],
  },
  'letters of UTF-8 in a segment': {
    cites: 'RFC 3986 2.5',
    sent: get('/segment/%C3%A9'),
    responses: [echoed('\xc3\xa9')],
  },
  'a plus sign in a segment': {
    cites: 'RFC 3986 2.2',
    sent: get('/segment/a+b'),
    responses: [echoed('a+b')],
  },
  'an encoded NUL in a segment': {
    cites: 'RFC 3986 2.1',
    sent: get('/segment/%00'),
    responses: [[200, 400, 404]],
    connection: 'either',
  },
  'a percent sign alone': { cites: 'RFC 3986 2.1', sent: get('/segment/%'), ...unserved },
  'one hexadecimal digit': { cites: 'RFC 3986 2.1', sent: get('/segment/%2'), ...unserved },
  'digits that are not hexadecimal': {
    cites: 'RFC 3986 2.1',
    sent: get('/segment/%zz'),
    ...unserved,
  },
  'encoded bytes that are not UTF-8': {
    cites: 'RFC 3986 2.5',
    sent: get('/segment/%ff'),
    ...unserved,
  },
  'an overlong encoding of dots': {
    cites: 'RFC 3629 3',
    sent: get('/segment/%c0%ae%c0%ae'),
    ...unserved,
  },
  'dot segments': { cites: 'RFC 3986 6.2.2.3', sent: get('/segment/../smuggled'), ...unserved },
  'dot segments at the beginning': {
    cites: 'RFC 3986 6.2.2.3',
    sent: get('/../smuggled'),
    ...unserved,
  },
  'dot segments at the end': { cites: 'RFC 3986 6.2.2.3', sent: get('/segment/..'), ...unserved },
  'encoded dot segments': {
    cites: 'RFC 3986 6.2.2.3',
    sent: get('/segment/%2e%2E/smuggled'),
    ...unserved,
  },
  'a dot segment of one dot': { cites: 'RFC 3986 6.2.2.3', sent: get('/./smuggled'), ...unserved },
  'a backslash in the path': {
    cites: 'RFC 3986 3.3',
    sent: get('/segment\\..\\smuggled'),
    ...unserved,
  },
  'a control byte in the path': { cites: 'RFC 9112 3.2', sent: get('/segment/\x01'), ...unserved },
  'a DEL in the path': { cites: 'RFC 9112 3.2', sent: get('/segment/\x7f'), ...unserved },
  'a NUL in the path': { cites: 'RFC 9112 3.2', sent: get('/segment/a\0b'), ...refused },
  'bytes of UTF-8 in the path': {
    cites: 'RFC 9112 3.2',
    sent: get('/segment/\xc3\xa9'),
    ...unserved,
  },
  'brackets and quotes in the path': {
    cites: 'RFC 3986 3.3',
    sent: get('/segment/<a>"b"'),
    ...unserved,
  },
}
