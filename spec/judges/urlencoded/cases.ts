import { type ContentCase, head, post } from '../content/content-case.ts'

const formType = 'application/x-www-form-urlencoded'

/** A form whose parser returns these names and values. Each character of `input` is one byte. */
function form(name: string, input: string, fields: unknown, type = formType): ContentCase {
  const request = post('/urlencoded/form', input, `Content-Type: ${type}`)
  return { name: `WHATWG URL, 5.1: ${name}`, request, status: 200, body: fields }
}

function refused(name: string, input: string, status: number, type = formType): ContentCase {
  const request = post('/urlencoded/form', input, `Content-Type: ${type}`)
  return { name, request, status }
}

/** The bytes of a text as UTF-8, one character each. */
function utf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}

const splitting: readonly ContentCase[] = [
  form('a name and a value', 'a=b', { a: 'b' }),
  form('a name without an equals sign', 'test', { test: '' }),
  form('a name without a value', 'a=', { a: '' }),
  form('a value without a name', '=b', { '': 'b' }),
  form('an equals sign alone', '=', { '': '' }),
  form('an ampersand alone', '&', {}),
  form('many ampersands', '&&&&', {}),
  form('an ampersand before', '&a', { a: '' }),
  form('an ampersand after', 'a&', { a: '' }),
  form('a name that comes twice, without values', 'a&a', { a: ['', ''] }),
  form('three names', 'a&b&c', { a: '', b: '', c: '' }),
  form('two pairs', 'a=b&c=d', { a: 'b', c: 'd' }),
  form('two pairs, and an ampersand', 'a=b&c=d&', { a: 'b', c: 'd' }),
  form('many ampersands between pairs', '&&&a=b&&&&c=d&', { a: 'b', c: 'd' }),
  form('a name that comes three times', 'a=a&a=b&a=c', { a: ['a', 'b', 'c'] }),
  form('a name that comes again after another', 'a=1&b=2&a=3', { a: ['1', '3'], b: '2' }),
  form('a second equals sign', 'a==a', { a: '=a' }),
  form('equals signs in a value', 'a=b=c=d', { a: 'b=c=d' }),
  form('a value of an equals sign', 'a==', { a: '=' }),
  form('an empty name that comes twice', '=1&=2', { '': ['1', '2'] }),
  form('a semicolon does not split', 'a=1;b=2', { a: '1;b=2' }),
  form('an encoded ampersand does not split', 'a=1%26b=2', { a: '1&b=2' }),
  form('an encoded equals sign does not split', 'a%3Db=c', { 'a=b': 'c' }),
  form('a question mark is a character', '?a=1', { '?a': '1' }),
  form('a number sign is a character', 'a=1#b', { a: '1#b' }),
  form('a line break is a character', 'a=1\r\nb=2', { a: '1\r\nb=2' }),
  form('spaces are characters', ' a = 1 ', { ' a ': ' 1 ' }),
]

const decoding: readonly ContentCase[] = [
  form('a plus is a space', 'a=a+b+c+d', { a: 'a b c d' }),
  form('a plus in a name', 'a+b=c', { 'a b': 'c' }),
  form('an encoded plus is a plus', 'a=1%2B1', { a: '1+1' }),
  form('an encoded name', '%61=a', { a: 'a' }),
  form('hexadecimal digits in both cases', '%61+%4d%4D=', { 'a MM': '' }),
  form('an encoded percent sign is decoded once', 'a=%2525', { a: '%25' }),
  form('encoded UTF-8', 'a=%E2%86%92%F0%9F%98%80', { a: '→😀' }),
  form('UTF-8 that is not encoded', utf8('†&†=x'), { '†': ['', 'x'] }),
  form('encoded and plain bytes of UTF-8', `a=${utf8('ä')}%C3%A4`, { a: 'ää' }),
  form('an encoded byte order mark is kept', '%EF%BB%BFtest=%EF%BB%BF', { '\uFEFFtest': '\uFEFF' }),
  form('a byte order mark is kept', utf8('\uFEFFtest=\uFEFF'), { '\uFEFFtest': '\uFEFF' }),
  form('a character that is none', '%EF%BF%BF=%EF%BF%BF', { '\uFFFF': '\uFFFF' }),
  form('an encoded NUL', 'a=%00', { a: '\0' }),
  form('an encoded line break', 'a=%0D%0A', { a: '\r\n' }),
  form('_charset_ is a name like others', '_charset_=windows-1252&a=%C3%A4', {
    _charset_: 'windows-1252',
    a: 'ä',
  }),
  form('the name of a property of every object', 'constructor=1&toString=2', {
    constructor: '1',
    toString: '2',
  }),
  form('a percent sign alone', '%=a', { '%': 'a' }),
  form('a percent sign at the end', 'id=0&value=%', { id: '0', value: '%' }),
  form('one hexadecimal digit', '%a=a', { '%a': 'a' }),
  form('one hexadecimal digit and another character', '%a_=a', { '%a_': 'a' }),
  form('a digit that is not hexadecimal', 'b=%2sf%2a', { b: '%2sf*' }),
  form('a percent sign before one that is encoded', 'b=%%2a', { b: '%*' }),
  form('encoded bytes that are no UTF-8', 'a=%FE%FF', { a: '\uFFFD\uFFFD' }),
  form('the first byte of two', 'a=%C2', { a: '\uFFFD' }),
  form('the first byte of two, and a letter', 'a=%C2x', { a: '\uFFFDx' }),
  form('bytes that are no UTF-8', 'a=\u00ff', { a: '\uFFFD' }),
]

const types: readonly ContentCase[] = [
  form('an empty body', '', {}),
  form('a type in upper case', 'a=b', { a: 'b' }, 'Application/X-WWW-Form-Urlencoded'),
  form('a charset', `a=${utf8('ä')}`, { a: 'ä' }, `${formType}; charset=utf-8`),
  form('a charset in upper case and quotes', 'a=%C3%A4', { a: 'ä' }, `${formType};charset="UTF-8"`),
  form('another charset is ignored', 'a=%C3%A4', { a: 'ä' }, `${formType};charset=iso-8859-1`),
  form('1,000 fields', Array.from({ length: 1000 }, () => 'a=').join('&'), {
    a: Array(1000).fill(''),
  }),
  refused('RFC 9110, 15.5.14: over 1,000 fields', 'a=&'.repeat(1001), 413),
  refused('RFC 9110, 15.5.14: a body over the limit', `a=${'x'.repeat(3_000_000)}`, 413),
]

/** The query as a parameter reads it. */
function query(name: string, text: string, value: string | null): ContentCase {
  const request = head('GET', `/urlencoded/query${text}`)
  return { name: `WHATWG URL, 5.1, in a query: ${name}`, request, status: 200, body: value }
}

const queries: readonly ContentCase[] = [
  query('no query', '', null),
  query('an empty query', '?', null),
  query('an encoded name and a plus', '?na%6De=1+2', '1 2'),
  query('an encoded plus', '?name=1%2B2%20', '1+2 '),
  query('no value', '?name', ''),
  query('an empty value', '?name=&c', ''),
  query('another name', '?Name=1', null),
  query('a question mark in the value', '?name=?', '?'),
  query('a slash in the value', '?name=/../', '/../'),
  query('encoded UTF-8', '?name=%F0%9F%98%80', '😀'),
  {
    name: 'RFC 3986, 3.4: the query of a request is not decoded',
    request: head('GET', '/urlencoded/raw?a=%61&&b=+'),
    status: 200,
    body: 'a=%61&&b=+',
  },
  {
    name: 'RFC 3986, 2.1: a percent sign alone in a query',
    request: head('GET', '/urlencoded/query?name=%'),
    status: 400,
  },
  {
    name: 'RFC 3986, 2.5: no UTF-8 in a query',
    request: head('GET', '/urlencoded/query?name=%FF'),
    status: 400,
  },
]

export const cases = [...splitting, ...decoding, ...types, ...queries]
