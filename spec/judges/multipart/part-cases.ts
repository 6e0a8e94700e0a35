import type { ContentCase } from '../content/content-case.ts'
import { part, partOf, read, refused, utf8 } from './form-case.ts'

/** A field with this Content-Disposition gets this name. */
function named(name: string, disposition: string, field: string): ContentCase {
  return read(name, { parts: [partOf(disposition, '1')] }, { [field]: '1' })
}

function unnamed(name: string, ...header: readonly string[]): ContentCase {
  return refused(name, { parts: [`${header.join('\r\n')}\r\n\r\n1`] })
}

const names: readonly ContentCase[] = [
  named('RFC 7578, 4.2: a name in quotes', 'form-data; name="a"', 'a'),
  named('RFC 7578, 4.2: a name without quotes', 'form-data; name=a', 'a'),
  named('RFC 7578, 4.2: an empty name', 'form-data; name=""', ''),
  named('RFC 7578, 4.2: a name with spaces', 'form-data; name="a b"', 'a b'),
  named('RFC 7578, 4.2: a name with a semicolon', 'form-data; name="a; name=b"', 'a; name=b'),
  named('RFC 7578, 4.2: a name with an equals sign', 'form-data; name="a=b"', 'a=b'),
  named('RFC 7578, 5.1: a name of UTF-8', utf8('form-data; name="ä→😀"'), 'ä→😀'),
  named('RFC 2183, 2: the names of parameters in upper case', 'FORM-DATA; NAME="a"', 'a'),
  named('RFC 2183, 2: no spaces', 'form-data;name="a"', 'a'),
  named('RFC 2183, 2: spaces everywhere', ' form-data ; name = "a" ', 'a'),
  named('RFC 2183, 2: another parameter', 'form-data; x="name=b"; name="a"', 'a'),
  named(
    'RFC 2183, 2: a name inside the quotes of another parameter',
    'form-data; x="; name=b"; name="a"',
    'a',
  ),
  named('RFC 2183, 2: a parameter that ends like name', 'form-data; xname="b"; name="a"', 'a'),
  named('WHATWG HTML, 4.10.22.8: a quote is %22', 'form-data; name="a%22b"', 'a"b'),
  named('WHATWG HTML, 4.10.22.8: line breaks are %0D%0A', 'form-data; name="a%0D%0Ab"', 'a\r\nb'),
  named(
    'WHATWG HTML, 4.10.22.8: a percent sign is itself',
    'form-data; name="100%25 %41"',
    '100%25 %41',
  ),
  named('RFC 9110, 5.6.4: a quote after a backslash', 'form-data; name="a\\"b"', 'a"b'),
  named('WHATWG HTML, 4.10.22.8: a backslash is itself', 'form-data; name="a\\b"', 'a\\b'),
  unnamed('RFC 7578, 4.2: no Content-Disposition', 'Content-Type: text/plain'),
  unnamed('RFC 7578, 4.2: no name', 'Content-Disposition: form-data'),
  unnamed('RFC 7578, 4.2: a file name alone', 'Content-Disposition: form-data; filename="a"'),
  unnamed(
    'RFC 7578, 4.2: another type of disposition',
    'Content-Disposition: attachment; name="a"',
  ),
  unnamed(
    'RFC 7578, 4.2: a type that begins like form-data',
    'Content-Disposition: form-datax; name="a"',
  ),
  unnamed('RFC 7578, 4.2: no colon', 'Content-Disposition form-data; name="a"'),
  unnamed('RFC 7578, 4.2: an empty Content-Disposition', 'Content-Disposition:'),
]

const headers: readonly ContentCase[] = [
  read(
    'RFC 7578, 4.8: other headers are ignored',
    { parts: [part('a', '1', 'X-Other: 2', 'Content-Length: 999')] },
    { a: '1' },
  ),
  read(
    'RFC 5322, 1.2.2: the name of a header in lower case',
    { parts: ['content-disposition: form-data; name="a"\r\n\r\n1'] },
    { a: '1' },
  ),
  read(
    'RFC 5322, 2.2.3: a header on two lines',
    { parts: ['Content-Disposition: form-data;\r\n\tname="a"\r\n\r\n1'] },
    { a: '1' },
  ),
  read(
    'RFC 7578, 4.8: Content-Disposition comes last',
    { parts: [`Content-Type: text/plain\r\n${part('a', '1')}`] },
    { a: '1' },
  ),
  read(
    'RFC 7578, 4.7: Content-Transfer-Encoding is not used',
    { parts: [part('a', 'MQ==', 'Content-Transfer-Encoding: binary')] },
    { a: 'MQ==' },
  ),
  refused(
    'RFC 9110, 5.4: a long header',
    { parts: [part('a', '1', `X-Other: ${'x'.repeat(10_000)}`)] },
    413,
  ),
  refused('RFC 9110, 5.4: a long name', { parts: [part('x'.repeat(10_000), '1')] }, 413),
]

const texts: readonly ContentCase[] = [
  read(
    'RFC 7578, 4.4: text is UTF-8 unless it says otherwise',
    { parts: [part('a', utf8('ä→😀'))] },
    { a: 'ä→😀' },
  ),
  read(
    'RFC 7578, 4.4: a type',
    { parts: [part('a', '1', 'Content-Type: text/plain')] },
    { a: '1' },
  ),
  read(
    'RFC 7578, 4.5: UTF-8',
    { parts: [part('a', utf8('ä'), 'Content-Type: text/plain; charset=UTF-8')] },
    { a: 'ä' },
  ),
  read(
    'RFC 7578, 4.5: another charset',
    { parts: [part('a', '\u00e4', 'Content-Type: text/plain; charset=iso-8859-1')] },
    { a: 'ä' },
  ),
  read(
    'RFC 7578, 4.5: a charset in quotes',
    { parts: [part('a', '\u00e4', 'Content-Type: text/plain; charset="ISO-8859-1"')] },
    { a: 'ä' },
  ),
  read(
    'RFC 7578, 4.5: UTF-16',
    { parts: [part('a', '\u00e4\0', 'Content-Type: text/plain; charset=utf-16le')] },
    { a: 'ä' },
  ),
  refused('RFC 7578, 4.5: an unknown charset', {
    parts: [part('a', '1', 'Content-Type: text/plain; charset=none')],
  }),
  refused('RFC 3629, 3: no UTF-8', { parts: [part('a', '\u00e4')] }),
  refused('RFC 3629, 3: a surrogate as UTF-8', { parts: [part('a', '\u00ed\u00a0\u0080')] }),
  refused('RFC 3629, 3: a character that is longer than necessary', {
    parts: [part('a', '\u00c0\u00af')],
  }),
  refused('RFC 3629, 3: a character that is cut off', { parts: [part('a', '\u00e2\u0082')] }),
  read(
    'RFC 7578, 4.3: a name that comes twice',
    { parts: [part('a', '1'), part('a', '2')] },
    { a: ['1', '2'] },
  ),
  read(
    'RFC 7578, 5.2: the order of names is kept',
    { parts: [part('a', '1'), part('b', '2'), part('a', '3')] },
    { a: ['1', '3'], b: '2' },
  ),
  read(
    'RFC 2046, 5.1: a nested form is text',
    { parts: [part('a', '--c\r\n\r\n1\r\n--c--', 'Content-Type: multipart/mixed; boundary=c')] },
    { a: '--c\r\n\r\n1\r\n--c--' },
  ),
  read(
    'ECMA-262, B.2.2.1: __proto__ is a name like others',
    { parts: [part('constructor', '1'), part('a', '2')] },
    { constructor: '1', a: '2' },
  ),
]

export const partCases = [...names, ...headers, ...texts]
