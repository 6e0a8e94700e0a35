import { echoed, get, type FramingCase, type FramingCases } from '../framing-case.ts'

function cookie(
  name: string,
  header: string,
  value: string | null,
  cites = 'RFC 6265 4.2.1',
): FramingCase {
  return {
    cites,
    sent: get(`/cookie/${name}`, `Cookie: ${header}\r\n`),
    responses: [echoed(`${value}`)],
  }
}

/** The Cookie header. */
export const cookies: FramingCases = {
  'a cookie': cookie('a', 'a=1', '1'),
  'several cookies': cookie('b', 'a=1; b=2; c=3', '2'),
  'an equals sign in a value': cookie('a', 'a=b=c==', 'b=c=='),
  'an empty value': cookie('a', 'a=; b=2', ''),
  'a cookie that was not sent': cookie('b', 'a=1', null),
  'a cookie named like a method of objects, not sent': cookie('constructor', 'a=1', null),
  'the cookie __proto__': cookie('__proto__', '__proto__=1', '1'),
  'a name in another case': cookie('A', 'a=1', null),
  'a name of all characters': cookie('a', "!#$%25&'*+-.^_`|~=x; a=1", '1'),
  'no space after the semicolon': cookie('b', 'a=1;b=2', '2'),
  'spaces around names and values': cookie('b', 'a=1 ;  b = 2 ; c=3', '2', 'RFC 6265 5.2'),
  'empty pairs': cookie('b', ';; a=1;;; b=2;', '2'),
  'a pair without an equals sign': cookie('b', 'a; b=2', '2'),
  'a pair without a name': cookie('b', '=1; b=2', '2'),
  'two cookies of one name, the nearest first': cookie(
    'a',
    'a=near; a=far',
    'near',
    'RFC 6265 5.4',
  ),
  'a comma, which separates nothing': cookie('a', 'a=1, b=2', '1, b=2'),
  'two Cookie fields': cookie('b', 'a=1\r\nCookie: b=2', '2', 'RFC 6265 5.4'),
  'broken percent-encoding': cookie('a', 'a=%zz', '%zz'),
  '$Version, which is a name like any other': cookie('a', '$Version=1; a=1; $Path=/', '1'),
  'an empty header': cookie('a', '', null),
  'bytes over 127': {
    cites: 'RFC 6265 4.1.1',
    sent: get('/cookie/b', 'Cookie: a=\xe9; b=2\r\n'),
    responses: [echoed('2')],
  },
  'a control byte': {
    cites: 'RFC 6265 4.1.1',
    sent: get('/cookie/b', 'Cookie: a=\x01; b=2\r\n'),
    responses: [[200, 400]],
    connection: 'either',
  },
  '500 cookies': cookie(
    'c499',
    Array.from({ length: 500 }, (_, index) => `c${index}=${index}`).join('; '),
    '499',
  ),
}
