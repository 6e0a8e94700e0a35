import { echoed, refused, type FramingCase, type FramingCases } from '../framing-case.ts'

function hosts(lines: string, version = '1.1'): string {
  return `GET /url HTTP/${version}\r\n${lines}\r\n`
}

function accepted(cites: string, host: string, url = host.trim()): FramingCase {
  return { cites, sent: hosts(`Host:${host}\r\n`), responses: [echoed(`http://${url}/url`)] }
}

function invalid(cites: string, host: string): FramingCase {
  return {
    cites,
    sent: hosts(`Host: ${host}\r\n`),
    responses: [400],
    connection: 'either',
  }
}

/** The Host header. */
export const hostFields: FramingCases = {
  'a host': accepted('RFC 9110 7.2', ' a.example'),
  'a host with a port': accepted('RFC 9110 7.2', ' a.example:8080'),
  'a host without a space before it': accepted('RFC 9112 5', 'a.example'),
  'spaces and tabs around the host': accepted('RFC 9112 5', ' \t a.example \t '),
  'an IPv4 address': accepted('RFC 9110 7.2', ' 192.0.2.1'),
  'an IPv6 address': accepted('RFC 9110 7.2', ' [2001:db8::1]'),
  'an IPv6 address with a port': accepted('RFC 9110 7.2', ' [::1]:8080'),
  'a host with a dot at the end': accepted('RFC 3986 3.2.2', ' a.example.'),
  'a host with an underscore': accepted('RFC 3986 3.2.2', ' a_b.example'),
  'an empty host': { cites: 'RFC 9112 3.2', sent: hosts('Host:\r\n'), responses: [200] },
  'no host': { cites: 'RFC 9112 3.2', sent: hosts(''), ...refused },
  'no host in HTTP/1.0': {
    cites: 'RFC 9112 3.2',
    sent: hosts('', '1.0'),
    responses: [200],
    connection: 'closed',
  },
  'the same host twice': {
    cites: 'RFC 9112 3.2',
    sent: hosts('Host: a.example\r\nHost: a.example\r\n'),
    responses: [400],
    connection: 'either',
  },
  'two hosts': {
    cites: 'RFC 9112 3.2',
    sent: hosts('Host: a.example\r\nHost: b.example\r\n'),
    responses: [400],
    connection: 'either',
  },
  'two hosts, the second in upper case': {
    cites: 'RFC 9112 3.2',
    sent: hosts('Host: a.example\r\nX: y\r\nHOST: b.example\r\n'),
    responses: [400],
    connection: 'either',
  },
  'two hosts, the first of which is empty': {
    cites: 'RFC 9112 3.2',
    sent: hosts('Host:\r\nHost: b.example\r\n'),
    responses: [400],
    connection: 'either',
  },
  'two hosts in HTTP/1.0': {
    cites: 'RFC 9112 3.2',
    sent: hosts('Host: a.example\r\nHost: b.example\r\n', '1.0'),
    responses: [400],
    connection: 'either',
  },
  'a folded host': {
    cites: 'RFC 9112 5.2',
    sent: hosts('Host: a.example\r\n b.example\r\n'),
    ...refused,
  },
  'a space before the colon': {
    cites: 'RFC 9112 5.1',
    sent: hosts('Host : a.example\r\n'),
    ...refused,
  },
  'a space inside of the host': invalid('RFC 9112 3.2', 'a example'),
  'a list of hosts': invalid('RFC 9112 3.2', 'a.example, b.example'),
  'a user': invalid('RFC 9110 7.2', 'user@a.example'),
  'a scheme': invalid('RFC 9110 7.2', 'http://a.example'),
  'a path': invalid('RFC 9110 7.2', 'a.example/b'),
  'a query': invalid('RFC 9110 7.2', 'a.example?b'),
  'a fragment': invalid('RFC 9110 7.2', 'a.example#b'),
  'a backslash': invalid('RFC 3986 3.2.2', 'a.example\\b'),
  'quotes around the host': invalid('RFC 3986 3.2.2', '"a.example"'),
  'braces in the host': invalid('RFC 3986 3.2.2', '{a}.example'),
  'angle brackets in the host': invalid('RFC 3986 3.2.2', '<a>.example'),
  'a port that is no number': invalid('RFC 3986 3.2.3', 'a.example:b'),
  'a port over 65535': invalid('RFC 9110 4.2.1', 'a.example:65536'),
  'a negative port': invalid('RFC 3986 3.2.3', 'a.example:-80'),
  'two ports': invalid('RFC 3986 3.2.3', 'a.example:80:80'),
  'a port alone': invalid('RFC 9110 4.2.1', ':80'),
  'an open bracket': invalid('RFC 3986 3.2.2', '[::1'),
  'an IPv6 address without brackets': invalid('RFC 3986 3.2.2', '::1'),
  'an IPv6 address with a letter': invalid('RFC 3986 3.2.2', '[::g]'),
  'an IPv4 address with five parts': {
    cites: 'RFC 3986 3.2.2',
    sent: hosts('Host: 192.0.2.1.1\r\n'),
    responses: [[200, 400]],
    connection: 'either',
  },
  'broken percent-encoding': invalid('RFC 3986 2.1', 'a%zz.example'),
  'an encoded slash': invalid('RFC 9110 4.2.3', 'a%2fb.example'),
  'bytes of UTF-8': invalid('RFC 3986 3.2.2', '\xc3\xa9.example'),
  'a NUL': invalid('RFC 9110 5.5', 'a\0.example'),
  'a control byte': invalid('RFC 3986 3.2.2', 'a\x01.example'),
  'a tab inside of the host': invalid('RFC 3986 3.2.2', 'a\tb.example'),
}
