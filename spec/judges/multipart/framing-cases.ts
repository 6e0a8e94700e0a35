import type { ContentCase } from '../content/content-case.ts'
import { formBody, part, read, refused } from './form-case.ts'

const one = part('a', '1')
const two = part('b', '2')
const body = formBody([one])
const fields = { a: '1' }

function withType(name: string, type: string, boundary = 'b'): ContentCase {
  return read(name, { type, body: body.replaceAll('--b', `--${boundary}`) }, fields)
}

const types: readonly ContentCase[] = [
  withType('RFC 2046, 5.1.1: a boundary', 'multipart/form-data; boundary=b'),
  withType('RFC 2046, 5.1.1: a boundary in quotes', 'multipart/form-data; boundary="b"'),
  withType(
    'RFC 2046, 5.1.1: a boundary with a colon',
    'multipart/form-data; boundary="gc0:b"',
    'gc0:b',
  ),
  withType(
    'RFC 2046, 5.1.1: a boundary with a space',
    'multipart/form-data; boundary="x y"',
    'x y',
  ),
  withType(
    'RFC 2046, 5.1.1: a boundary of all characters',
    `multipart/form-data; boundary="0aZ'()+_,-./:=?"`,
    "0aZ'()+_,-./:=?",
  ),
  withType(
    'RFC 2046, 5.1.1: a boundary of 70 characters',
    `multipart/form-data; boundary=${'x'.repeat(70)}`,
    'x'.repeat(70),
  ),
  withType(
    'RFC 2046, 5.1.1: a boundary that ends like a delimiter',
    'multipart/form-data; boundary="x--"',
    'x--',
  ),
  withType('RFC 9110, 8.3.1: type and parameter in upper case', 'Multipart/Form-Data; BOUNDARY=b'),
  withType('RFC 9110, 5.6.6: spaces around the semicolon', 'multipart/form-data ; boundary=b'),
  withType('RFC 9110, 5.6.6: no space after the semicolon', 'multipart/form-data;boundary=b'),
  withType('RFC 9110, 5.6.6: an empty parameter', 'multipart/form-data;; boundary=b;'),
  withType(
    'RFC 7578, 4.8: another parameter before',
    'multipart/form-data; charset=utf-8; boundary=b',
  ),
  withType(
    'RFC 7578, 4.8: another parameter after',
    'multipart/form-data; boundary=b; charset=utf-8',
  ),
  withType(
    'RFC 9110, 5.6.4: a boundary inside the quotes of another parameter',
    'multipart/form-data; x="; boundary=c"; boundary=b',
  ),
  withType('RFC 9110, 5.6.4: an escaped character', 'multipart/form-data; boundary="\\b"'),
  refused('RFC 7578, 4.1: no boundary', { type: 'multipart/form-data', body }),
  refused('RFC 2046, 5.1.1: an empty boundary', { type: 'multipart/form-data; boundary=', body }),
  refused('RFC 2046, 5.1.1: an empty boundary in quotes', {
    type: 'multipart/form-data; boundary=""',
    body,
  }),
  refused('RFC 2046, 5.1.1: a boundary of 71 characters', {
    type: `multipart/form-data; boundary=${'x'.repeat(71)}`,
    body,
  }),
  refused('RFC 2046, 5.1.1: a parameter that ends like boundary', {
    type: 'multipart/form-data; xboundary=b',
    body,
  }),
  refused('RFC 2046, 5.1.1: the boundary of another form', {
    type: 'multipart/form-data; boundary=other',
    body,
  }),
  refused('RFC 2046, 5.1.1: boundaries differ by case', {
    type: 'multipart/form-data; boundary=B',
    body,
  }),
]

const framing: readonly ContentCase[] = [
  read('RFC 2046, 5.1.1: two parts', { parts: [one, two] }, { a: '1', b: '2' }),
  read('RFC 2046, 5.1.1: no parts', { parts: [] }, {}),
  read('RFC 2046, 5.1.1: no line break at the end', { body: body.trimEnd() }, fields),
  read('RFC 2046, 5.1.1: a preamble', { body: `This is a form.\r\n${body}` }, fields),
  read('RFC 2046, 5.1.1: a preamble of one line break', { body: `\r\n${body}` }, fields),
  read('RFC 2046, 5.1.1: a preamble with hyphens', { body: `--\r\n-b\r\n${body}` }, fields),
  read('RFC 2046, 5.1.1: an epilogue', { body: `${body}The form has ended.\r\n` }, fields),
  read(
    'RFC 2046, 5.1.1: an epilogue that looks like a part',
    { body: `${body}--b\r\n${two}\r\n--b--` },
    fields,
  ),
  read(
    'RFC 2046, 5.1.1: spaces after a delimiter',
    { body: body.replace('--b\r\n', '--b \t\r\n') },
    fields,
  ),
  read(
    'RFC 2046, 5.1.1: spaces after the last delimiter',
    { body: body.replace('--b--', '--b-- \t') },
    fields,
  ),
  read(
    'RFC 2046, 5.1.1: spaces after the delimiter in the middle',
    { body: formBody([one, two]).replace('1\r\n--b\r\n', '1\r\n--b  \r\n') },
    { a: '1', b: '2' },
  ),
  read('RFC 2046, 5.1.1: an empty part', { parts: [part('a', '')] }, { a: '' }),
  read(
    'RFC 2046, 5.1.1: a part with line breaks at both ends',
    { parts: [part('a', '\r\n1\r\n')] },
    { a: '\r\n1\r\n' },
  ),
  read(
    'RFC 2046, 5.1.1: a part of lines',
    { parts: [part('a', '1\r\n2\n3\r4')] },
    { a: '1\r\n2\n3\r4' },
  ),
  read(
    'RFC 2046, 5.1.1: hyphens at the start of a line',
    { parts: [part('a', '\r\n--\r\n-b\r\n--c')] },
    { a: '\r\n--\r\n-b\r\n--c' },
  ),
  read(
    'RFC 2046, 5.1.1: a delimiter inside a line',
    { parts: [part('a', '1 --b 2 --b-- 3')] },
    { a: '1 --b 2 --b-- 3' },
  ),
  read(
    'RFC 2046, 5.1.1: a delimiter after a line feed alone',
    { parts: [part('a', '1\n--b 2')] },
    { a: '1\n--b 2' },
  ),
  read(
    'RFC 2046, 5.1.1: many starts of a delimiter',
    { parts: [part('a', '\r\n-'.repeat(1000))] },
    { a: '\r\n-'.repeat(1000) },
  ),
  refused('RFC 2046, 5.1.1: no last delimiter', { body: `--b\r\n${one}\r\n` }),
  refused('RFC 2046, 5.1.1: the body ends inside a part', { body: `--b\r\n${one}` }),
  refused('RFC 2046, 5.1.1: the body ends inside a header', {
    body: '--b\r\nContent-Disposition: form-',
  }),
  refused('RFC 2046, 5.1.1: the body ends after a delimiter', { body: `--b\r\n${one}\r\n--b` }),
  refused('RFC 2046, 5.1.1: the body ends after one hyphen', { body: `--b\r\n${one}\r\n--b-` }),
  refused('RFC 2046, 5.1.1: the body ends after the delimiter of a next part', {
    body: `--b\r\n${one}\r\n--b\r\n`,
  }),
  refused('RFC 2046, 5.1.1: no delimiter', { body: 'a=1' }),
  refused('RFC 2046, 5.1.1: line feeds alone', { body: body.replaceAll('\r\n', '\n') }),
  refused('RFC 7578, 4.2: a part without header and empty line', { body: '--b\r\n1\r\n--b--\r\n' }),
  refused('RFC 7578, 4.2: a part without header', { body: '--b\r\n\r\n1\r\n--b--\r\n' }),
]

export const framingCases = [...types, ...framing]
