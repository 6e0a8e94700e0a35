import type { CookieOptions } from '@fw/core'
import { type ContentCase, head } from '../content/content-case.ts'

/** A request with this Cookie, whose cookies of these names have these values. */
function read(
  name: string,
  cookie: string,
  values: Readonly<Record<string, string | null>>,
): ContentCase {
  const names = Object.keys(values).join(' ')
  return {
    name: `RFC 6265bis, ${name}`,
    request: head('GET', '/cookies/read', `X-Names: ${names}`, `Cookie: ${cookie}`),
    status: 200,
    body: Object.values(values),
  }
}

const reading: readonly ContentCase[] = [
  read('4.2.1: one cookie', 'a=1', { a: '1' }),
  read('4.2.1: two cookies', 'a=1; b=2', { a: '1', b: '2' }),
  read('4.2.1: a cookie that is not there', 'a=1', { b: null }),
  read('4.2.1: no space between', 'a=1;b=2', { a: '1', b: '2' }),
  read('4.2.1: spaces around', '  a = 1 ;\t b=2  ', { a: '1', b: '2' }),
  read('4.2.1: a semicolon at the end', 'a=1;', { a: '1' }),
  read('4.2.1: semicolons alone', ';;; a=1;; ;b=2', { a: '1', b: '2' }),
  read('4.1.1: an empty value', 'a=; b=2', { a: '', b: '2' }),
  read('4.1.1: an equals sign in the value', 'a=b=c==', { a: 'b=c==' }),
  read('4.1.1: a value in quotes keeps them', 'a="1"', { a: '"1"' }),
  read('4.1.1: all characters of a value', "a=!#$&'()*+-./:<=>?@[]^_`{|}~", {
    a: "!#$&'()*+-./:<=>?@[]^_`{|}~",
  }),
  read('4.1.1: all characters of a name', "!#$&'*+-.^_`|~aZ9=1", { "!#$&'*+-.^_`|~aZ9": '1' }),
  read('5.4: names differ by case', 'A=1; a=2', { A: '1', a: '2' }),
  read('5.8.3: the first of two has the longer path', 'a=1; a=2', { a: '1' }),
  read('4.1.1: a comma in the value', 'a=1,b=2; c=3', { a: '1,b=2', c: '3' }),
  read('4.1.1: a space in the value', 'a=1 2; b=3', { a: '1 2', b: '3' }),
  read('4.1.1: a backslash in the value', 'a=1\\2', { a: '1\\2' }),
  read('4.1.1: a name with a prefix', '__Host-a=1; __Secure-b=2', {
    '__Host-a': '1',
    '__Secure-b': '2',
  }),
  read('5.6: a pair without an equals sign has no name', 'a; b=2', { a: null, b: '2' }),
  read('5.6: a pair without a name', '=1; b=2', { b: '2' }),
  read('4.1.1: an encoded value is decoded here', 'a=%C3%A4%20b', { a: 'ä b' }),
  read('4.1.1: a percent sign that encodes nothing', 'a=100%; b=%zz', { a: '100%', b: '%zz' }),
  read('4.1.1: bytes that are no UTF-8 when decoded', 'a=%FF', { a: '%FF' }),
  read('4.1.1: a plus is no space', 'a=1+2', { a: '1+2' }),
  read('4.2.2: $Version is a name like others', '$Version=1; a=2; $Path=/', {
    $Version: '1',
    a: '2',
  }),
  read('5.4: the names of properties of objects', 'constructor=1', {
    constructor: '1',
    toString: null,
    __proto__x: null,
  }),
  read('4.2.1: an empty header', '', { a: null }),
  read('RFC 9113, 8.2.3: two lines are joined', 'a=1\r\nCookie: b=2', { a: '1', b: '2' }),
  read(
    '6.1: many cookies',
    Array.from({ length: 180 }, (_, index) => `n${index}=${index}`).join('; '),
    { n0: '0', n179: '179' },
  ),
  read('6.1: a long cookie', `a=${'x'.repeat(4000)}; b=1`, { a: 'x'.repeat(4000), b: '1' }),
  {
    name: 'RFC 6265bis, 4.2.1: a parameter is the value of a cookie',
    request: head('GET', '/cookies/parameter', 'Cookie: theme=dark; theme=light'),
    status: 200,
    body: 'dark',
  },
]

type Options = Omit<CookieOptions, 'expires'> & { readonly expires?: string }

function setRequest(name: string, value: string, options: Options, ...lines: readonly string[]) {
  const query = encodeURIComponent(JSON.stringify([name, value, options]))
  return head('GET', `/cookies/set?${query}`, ...lines)
}

/** Sets a cookie for `localhost` over plain HTTP, where nothing is secure by default. */
function set(
  name: string,
  cookie: readonly [string, string, Options?],
  header: string,
): ContentCase {
  const request = setRequest(cookie[0], cookie[1], cookie[2] ?? {})
  return { name: `RFC 6265bis, ${name}`, request, status: 200, headers: { 'set-cookie': header } }
}

function refused(
  name: string,
  cookieName: string,
  value: string,
  options: Options = {},
): ContentCase {
  const request = setRequest(cookieName, value, options)
  return { name: `RFC 6265bis, ${name}`, request, status: 400, headers: { 'set-cookie': null } }
}

const rest = 'HttpOnly; SameSite=Lax'
const secure = { secure: true }

const setting: readonly ContentCase[] = [
  set('4.1.1: a cookie', ['a', '1'], `a=1; Path=/; ${rest}`),
  set('4.1.1: an empty value', ['a', ''], `a=; Path=/; ${rest}`),
  set('4.1.1: a space is encoded', ['a', '1 2'], `a=1%202; Path=/; ${rest}`),
  set(
    '4.1.1: a semicolon is encoded',
    ['a', '1; Path=/x'],
    `a=1%3B%20Path%3D%2Fx; Path=/; ${rest}`,
  ),
  set(
    '4.1.1: a comma, a quote and a backslash are encoded',
    ['a', ',"\\'],
    `a=%2C%22%5C; Path=/; ${rest}`,
  ),
  set('4.1.1: a line break is encoded', ['a', '1\r\nb: 2'], `a=1%0D%0Ab%3A%202; Path=/; ${rest}`),
  set('4.1.1: other letters are encoded', ['a', 'ä😀'], `a=%C3%A4%F0%9F%98%80; Path=/; ${rest}`),
  set('4.1.1: a percent sign is encoded', ['a', '%41'], `a=%2541; Path=/; ${rest}`),
  set(
    '4.1.2.1: Expires',
    ['a', '1', { expires: '2026-11-01T10:00:00Z' }],
    `a=1; Path=/; Expires=Sun, 01 Nov 2026 10:00:00 GMT; ${rest}`,
  ),
  set('4.1.2.2: Max-Age', ['a', '1', { maxAge: '1h' }], `a=1; Max-Age=3600; Path=/; ${rest}`),
  set(
    '4.1.2.2: Max-Age is whole seconds',
    ['a', '1', { maxAge: '1500ms' }],
    `a=1; Max-Age=2; Path=/; ${rest}`,
  ),
  set('4.1.2.2: a Max-Age of 0', ['a', '1', { maxAge: '0s' }], `a=1; Max-Age=0; Path=/; ${rest}`),
  set(
    '4.1.2.3: Domain',
    ['a', '1', { domain: 'shop.example' }],
    `a=1; Domain=shop.example; Path=/; ${rest}`,
  ),
  set('4.1.2.4: Path', ['a', '1', { path: '/shop' }], `a=1; Path=/shop; ${rest}`),
  set('4.1.2.5: Secure', ['a', '1', secure], 'a=1; Path=/; HttpOnly; Secure; SameSite=Lax'),
  set('4.1.2.6: no HttpOnly', ['a', '1', { httpOnly: false }], 'a=1; Path=/; SameSite=Lax'),
  set(
    '4.1.2.7: SameSite=Strict',
    ['a', '1', { sameSite: 'strict' }],
    'a=1; Path=/; HttpOnly; SameSite=Strict',
  ),
  set(
    '4.1.2.7: SameSite=None is secure',
    ['a', '1', { sameSite: 'none', secure: true }],
    'a=1; Path=/; HttpOnly; Secure; SameSite=None',
  ),
  set(
    '4.1.3.1: __Secure-',
    ['__Secure-a', '1', secure],
    '__Secure-a=1; Path=/; HttpOnly; Secure; SameSite=Lax',
  ),
  set(
    '4.1.3.2: __Host-',
    ['__Host-a', '1', secure],
    '__Host-a=1; Path=/; HttpOnly; Secure; SameSite=Lax',
  ),
  set(
    '4.1.3.3: __Http-',
    ['__Http-a', '1', secure],
    '__Http-a=1; Path=/; HttpOnly; Secure; SameSite=Lax',
  ),
  set(
    '4.1.3.4: __Host-Http-',
    ['__Host-Http-a', '1', secure],
    '__Host-Http-a=1; Path=/; HttpOnly; Secure; SameSite=Lax',
  ),
  {
    name: 'RFC 6265bis, 4.1.2.5: a cookie for another host is secure',
    request: setRequest('a', '1', {}).replace('Host: localhost', 'Host: shop.example'),
    status: 200,
    headers: { 'set-cookie': 'a=1; Path=/; HttpOnly; Secure; SameSite=Lax' },
  },
  {
    name: 'RFC 6265bis, 4.1.1: a name is set once for each domain and path',
    request: head('GET', '/cookies/many'),
    status: 204,
    headers: {
      'set-cookie': `a=3; Path=/; ${rest}, b=2; Path=/; ${rest}, a=4; Path=/other; ${rest}`,
    },
  },
  {
    name: 'RFC 6265bis, 3.1: a cookie is deleted by a time that has passed, and its path and domain',
    request: head('GET', '/cookies/delete'),
    status: 204,
    headers: {
      'set-cookie': `a=; Max-Age=0; Domain=shop.example; Path=/shop; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${rest}`,
    },
  },
]

const refusing: readonly ContentCase[] = [
  refused('4.1.1: an empty name', '', '1'),
  refused('4.1.1: an equals sign in a name', 'a=b', '1'),
  refused('4.1.1: a semicolon in a name', 'a;b', '1'),
  refused('4.1.1: a space in a name', 'a b', '1'),
  refused('4.1.1: a comma in a name', 'a,b', '1'),
  refused('4.1.1: a quote in a name', 'a"b', '1'),
  refused('4.1.1: a bracket in a name', 'a[b]', '1'),
  refused('4.1.1: a line break in a name', 'a\r\nb', '1'),
  refused('4.1.1: a letter of UTF-8 in a name', 'ä', '1'),
  refused('4.1.1: a semicolon in a path', 'a', '1', { path: '/; Domain=x' }),
  refused('4.1.1: a line break in a path', 'a', '1', { path: '/\r\nX: y' }),
  refused('4.1.1: a semicolon in a domain', 'a', '1', { domain: 'x; Path=/' }),
  refused('4.1.1: a line break in a domain', 'a', '1', { domain: 'x\r\nX: y' }),
  refused('4.1.1: a date that is none', 'a', '1', { expires: 'yesterday' }),
  refused('4.1.1: another SameSite', 'a', '1', { sameSite: 'sometimes' as 'lax' }),
  refused('4.1.2.7: SameSite=None without Secure', 'a', '1', { sameSite: 'none' }),
  refused('4.1.3.1: __Secure- without Secure', '__Secure-a', '1'),
  refused('4.1.3.2: __Host- without Secure', '__Host-a', '1'),
  refused('4.1.3.2: __Host- with a domain', '__Host-a', '1', { ...secure, domain: 'shop.example' }),
  refused('4.1.3.2: __Host- with a path', '__Host-a', '1', { ...secure, path: '/shop' }),
  refused('4.1.3.3: __Http- without HttpOnly', '__Http-a', '1', { ...secure, httpOnly: false }),
  refused('4.1.3.4: __Host-Http- without HttpOnly', '__Host-Http-a', '1', {
    ...secure,
    httpOnly: false,
  }),
  refused('5.4: prefixes in another case', '__SECURE-a', '1'),
  refused('5.4: the prefix of a host in another case', '__host-a', '1', {
    ...secure,
    path: '/shop',
  }),
  refused('6.1: over 4096 bytes', 'a', 'x'.repeat(4200)),
  refused('5.7: a name that is a prefix in a value without name', '', '__Host-a=1'),
]

export const cases = [...reading, ...setting, ...refusing]
