import type { ContentCase } from '../content/content-case.ts'
import { part, partOf, read, refused, utf8 } from './form-case.ts'

function file(name: string, filename: string, expected: string): ContentCase {
  const parts = [partOf(`form-data; name="a"; ${filename}`, '1', 'Content-Type: text/x-own')]
  return read(name, { parts }, { a: { name: expected, type: 'text/x-own', content: '1' } })
}

const names: readonly ContentCase[] = [
  file('RFC 7578, 4.2: a file name', 'filename="a.txt"', 'a.txt'),
  file('RFC 7578, 4.2: a file name without quotes', 'filename=a.txt', 'a.txt'),
  file('RFC 7578, 4.2: a file name with spaces', 'filename="a b.txt"', 'a b.txt'),
  file('RFC 7578, 4.2: a file name of UTF-8', utf8('filename="ä→😀.txt"'), 'ä→😀.txt'),
  file('WHATWG HTML, 4.10.22.8: a quote in a file name', 'filename="a%22b.txt"', 'a"b.txt'),
  file(
    'RFC 9110, 5.6.4: a quote after a backslash in a file name',
    'filename="a\\"b.txt"',
    'a"b.txt',
  ),
  file('RFC 7578, 4.2: a semicolon in a file name', 'filename="a;b.txt"', 'a;b.txt'),
  file('RFC 7578, 4.2: folders are left out', 'filename="/etc/../passwd"', 'passwd'),
  file('RFC 7578, 4.2: folders of Windows are left out', 'filename="C:\\docs\\a.txt"', 'a.txt'),
  file('RFC 7578, 4.2: a folder is no name', 'filename=".."', ''),
  file('RFC 8187, 3.2: an extended name', "filename*=UTF-8''%C3%A4.txt", 'ä.txt'),
  file(
    'RFC 8187, 3.2: an extended name with a language',
    "filename*=utf-8'de'%e2%86%92.txt",
    '→.txt',
  ),
  file(
    'RFC 6266, 4.3: the extended name is preferred',
    `filename="a.txt"; filename*=UTF-8''b.txt`,
    'b.txt',
  ),
  file(
    'RFC 6266, 4.3: the extended name is preferred, and comes first',
    `filename*=UTF-8''b.txt; filename="a.txt"`,
    'b.txt',
  ),
  file(
    'RFC 8187, 3.2.1: an extended name has no folders',
    "filename*=UTF-8''..%2F..%2Fa.txt",
    'a.txt',
  ),
]

function contents(name: string, content: string): ContentCase {
  const parts = [partOf('form-data; name="a"; filename="a.bin"', content, 'Content-Type: x/y')]
  return read(name, { parts }, { a: { name: 'a.bin', type: 'x/y', content } })
}

const every = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')

const files: readonly ContentCase[] = [
  contents('RFC 2046, 5.1.1: a file of every byte', every),
  contents('RFC 2046, 5.1.1: a file of line breaks', '\r\n\r\n'),
  contents('RFC 2046, 5.1.1: a file that ends with a carriage return', 'a\r'),
  contents('RFC 2046, 5.1.1: a file that ends with hyphens', 'a\r\n--'),
  contents('RFC 2046, 5.1.1: a large file', every.repeat(800)),
  contents(
    'RFC 2046, 5.1.1: a file with the start of a delimiter at each 64 KiB',
    `${'x'.repeat(65_000)}\r\n--`.repeat(3),
  ),
  read(
    'WHATWG HTML, 4.10.22.4: no file was chosen',
    {
      parts: [
        partOf('form-data; name="a"; filename=""', '', 'Content-Type: application/octet-stream'),
        part('b', '2'),
      ],
    },
    { b: '2' },
  ),
  read(
    'RFC 7578, 4.2: an empty file with a name',
    { parts: [partOf('form-data; name="a"; filename="a.txt"', '')] },
    { a: { name: 'a.txt', type: '', content: '' } },
  ),
  read(
    'RFC 7578, 4.3: two files of one name',
    { parts: ['1', '2'].map((each) => partOf(`form-data; name="a"; filename="${each}"`, each)) },
    { a: ['1', '2'].map((each) => ({ name: each, type: '', content: each })) },
  ),
  read(
    'RFC 7578, 4.3: a nested form of files is a file',
    {
      parts: [
        partOf(
          'form-data; name="a"; filename="a"',
          '--c\r\n\r\n1\r\n--c--',
          'Content-Type: multipart/mixed',
        ),
      ],
    },
    { a: { name: 'a', type: 'multipart/mixed', content: '--c\r\n\r\n1\r\n--c--' } },
  ),
  refused('RFC 8187, 3.2.1: an extended name that is encoded wrongly', {
    parts: [partOf("form-data; name=a; filename*=UTF-8''%zz", '1')],
  }),
]

const sizes: readonly ContentCase[] = [
  refused(
    'RFC 9110, 15.5.14: a body over the limit of the route',
    { path: '/multipart/small', parts: [part('a', 'x'.repeat(2000))] },
    413,
  ),
  refused(
    'RFC 9110, 15.5.14: a file over the limit of the route',
    {
      path: '/multipart/small',
      parts: [partOf('form-data; name="a"; filename="a"', 'x'.repeat(2000))],
    },
    413,
  ),
  refused(
    'RFC 9110, 15.5.14: over 1,000 fields',
    { parts: Array.from({ length: 1001 }, () => part('a', '')) },
    413,
  ),
  refused(
    'RFC 9110, 15.5.14: over 100 files',
    { parts: Array.from({ length: 101 }, () => partOf('form-data; name="a"; filename="a"', '1')) },
    413,
  ),
]

const injections: readonly ContentCase[] = [
  {
    ...refused('RFC 7578, 5.1: a line break in a file name ends the header', {
      parts: [partOf('form-data; name="a"; filename="x\r\nContent-Type: text/html\r\n\r\n"', '1')],
    }),
    status: [200, 400],
    headers: { 'content-type': /^application\/json/u },
  },
  read(
    'RFC 7578, 4.2: the first of two Content-Dispositions',
    { parts: [`Content-Disposition: form-data; name="a"\r\n${part('b', '1')}`] },
    { a: '1' },
  ),
  read(
    'RFC 7578, 4.2: the first of two names',
    { parts: [partOf('form-data; name="a"; name="b"', '1')] },
    { a: '1' },
  ),
]

export const fileCases = [...names, ...files, ...sizes, ...injections]
