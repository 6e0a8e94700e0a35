import { type ContentCase, head } from '../content/content-case.ts'
import { dateCases } from './date-cases.ts'

const fileTag = '"1a-18d6d243550"'
const modified = 'Sat, 03 Feb 2024 04:05:06 GMT'
const earlier = 'Sat, 03 Feb 2024 04:05:05 GMT'

interface Resource {
  readonly method?: string
  readonly path?: string
  readonly etag?: string
  readonly lastModified?: string
}

/** A request with conditions for a resource with these validators. */
function asked(
  name: string,
  { method = 'GET', path = '/conditional/tagged', etag, lastModified }: Resource,
  conditions: readonly string[],
  status: number,
): ContentCase {
  const query = new URLSearchParams({
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { 'last-modified': lastModified }),
  })
  return { name, request: head(method, `${path}?${query.toString()}`, ...conditions), status }
}

function ofTag(name: string, etag: string, condition: string, status: number): ContentCase {
  return asked(name, { etag }, [condition], status)
}

const noneMatch: readonly ContentCase[] = [
  ofTag('RFC 9110, 13.1.2: the same tag', '"a"', 'If-None-Match: "a"', 304),
  ofTag('RFC 9110, 13.1.2: another tag', '"a"', 'If-None-Match: "b"', 200),
  ofTag('RFC 9110, 13.1.2: a star', '"a"', 'If-None-Match: *', 304),
  ofTag('RFC 9110, 13.1.2: the last of a list', '"a"', 'If-None-Match: "b", "c", "a"', 304),
  ofTag('RFC 9110, 13.1.2: a list without spaces', '"a"', 'If-None-Match: "b","a","c"', 304),
  ofTag('RFC 9110, 5.6.1: a list with empty elements', '"a"', 'If-None-Match: , "b",, "a" ,', 304),
  ofTag('RFC 9110, 13.1.2: a list of others', '"a"', 'If-None-Match: "b", "c"', 200),
  ofTag('RFC 9110, 8.8.3.2: weak and strong are weakly equal', '"a"', 'If-None-Match: W/"a"', 304),
  ofTag('RFC 9110, 8.8.3.2: strong and weak are weakly equal', 'W/"a"', 'If-None-Match: "a"', 304),
  ofTag('RFC 9110, 8.8.3.2: both weak', 'W/"a"', 'If-None-Match: W/"a"', 304),
  ofTag('RFC 9110, 8.8.3.2: weak, and another', 'W/"a"', 'If-None-Match: W/"b"', 200),
  ofTag('RFC 9110, 8.8.3: tags differ by case', '"a"', 'If-None-Match: "A"', 200),
  ofTag('RFC 9110, 8.8.3: the W is upper case', '"a"', 'If-None-Match: w/"a"', 200),
  ofTag('RFC 9110, 8.8.3: a tag has quotes', '"a"', 'If-None-Match: a', 200),
  ofTag('RFC 9110, 8.8.3: an empty tag', '""', 'If-None-Match: ""', 304),
  ofTag('RFC 9110, 8.8.3: a comma inside a tag', '"a,b"', 'If-None-Match: "a,b"', 304),
  ofTag(
    'RFC 9110, 8.8.3: a comma inside a tag of a list',
    '"a,b"',
    'If-None-Match: "c", "a,b"',
    304,
  ),
  ofTag('RFC 9110, 8.8.3: a star inside a tag', '"a"', 'If-None-Match: "b,*,c"', 200),
  ofTag('RFC 9110, 8.8.3: a tag inside a tag', '"a"', 'If-None-Match: "b,\'a\',c"', 200),
  ofTag(
    'RFC 9110, 8.8.3: a backslash is a character of a tag',
    '"a\\"',
    'If-None-Match: "a\\"',
    304,
  ),
  ofTag('RFC 9110, 13.1.2: a star in a list is no star', '"a"', 'If-None-Match: "b", *', 200),
  ofTag('RFC 9110, 13.1.2: an empty value', '"a"', 'If-None-Match:', 200),
  asked(
    'RFC 9110, 5.3: two lines are one list',
    { etag: '"a"' },
    ['If-None-Match: "b"', 'If-None-Match: "a"'],
    304,
  ),
  asked('RFC 9110, 13.1.2: HEAD', { method: 'HEAD', etag: '"a"' }, ['If-None-Match: "a"'], 304),
  asked(
    'RFC 9110, 13.1.2: no tag, and a star',
    { path: '/conditional/made' },
    ['If-None-Match: *'],
    304,
  ),
  asked(
    'RFC 9110, 13.2.1: a response of 404 stays',
    { path: '/conditional/missing' },
    ['If-None-Match: "a"'],
    404,
  ),
  asked(
    'RFC 9110, 13.2.1: a star and a response of 404',
    { path: '/conditional/missing' },
    ['If-None-Match: *'],
    404,
  ),
]

const match: readonly ContentCase[] = [
  ofTag('RFC 9110, 13.1.1: the same tag', '"a"', 'If-Match: "a"', 200),
  ofTag('RFC 9110, 13.1.1: another tag', '"a"', 'If-Match: "b"', 412),
  ofTag('RFC 9110, 13.1.1: a star', '"a"', 'If-Match: *', 200),
  ofTag('RFC 9110, 13.1.1: one of a list', '"a"', 'If-Match: "b", "a"', 200),
  ofTag('RFC 9110, 13.1.1: a list of others', '"a"', 'If-Match: "b", "c"', 412),
  ofTag('RFC 9110, 13.1.1: a comma inside a tag', '"a,b"', 'If-Match: "a,b"', 200),
  ofTag('RFC 9110, 13.1.1: an empty value', '"a"', 'If-Match:', 412),
  ofTag('RFC 9110, 13.1.1: a tag without quotes', '"a"', 'If-Match: a', 412),
  ofTag('RFC 9110, 13.1.1: the weak form of the tag', '"a"', 'If-Match: W/"a"', 412),
  ofTag('RFC 9110, 13.1.1: the strong form of a weak tag', 'W/"a"', 'If-Match: "a"', 412),
  ofTag('RFC 9110, 13.1.1: two weak tags', 'W/"a"', 'If-Match: W/"a"', 412),
  asked(
    'RFC 9110, 13.2.1: If-Match and a response of 404',
    { path: '/conditional/missing' },
    ['If-Match: "b"'],
    404,
  ),
]

const changes: readonly ContentCase[] = (
  [
    ['RFC 9110, 13.1.1: a change of the same version', '"a"', 'If-Match: "a"', 200],
    ['RFC 9110, 13.1.1: a change of another version', '"a"', 'If-Match: "b"', 412],
    ['RFC 9110, 13.1.1: a change of any version', '"a"', 'If-Match: *', 200],
    ['RFC 9110, 13.1.2: a change unless it is the version', '"a"', 'If-None-Match: "a"', 412],
    ['RFC 9110, 13.1.2: a change unless it is another', '"a"', 'If-None-Match: "b"', 200],
    ['RFC 9110, 13.1.2: a change unless it exists', '"a"', 'If-None-Match: *', 412],
    ['RFC 9110, 13.1.2: a change unless it is a weak one', '"a"', 'If-None-Match: W/"a"', 412],
    ['RFC 9110, 13.1.1: a change of the weak form', '"a"', 'If-Match: W/"a"', 412],
    ['RFC 9110, 13.1.1: a change of a weak version', 'W/"a"', 'If-Match: "a"', 412],
    ['RFC 9110, 13.1.1: a change of two weak versions', 'W/"a"', 'If-Match: W/"a"', 412],
    ['RFC 9110, 13.1.1: a change of a tag with a comma', '"a, b"', 'If-Match: "c", "a, b"', 200],
  ] as const
).flatMap(([name, etag, condition, status]) =>
  ['PUT', 'POST'].map((method) =>
    asked(
      `${name}, by ${method}`,
      { method, path: '/conditional/changed', etag },
      [condition, 'Content-Length: 0'],
      status,
    ),
  ),
)

const times: readonly ContentCase[] = (
  [
    ['RFC 9110, 13.1.3: unchanged since that time', `If-Modified-Since: ${modified}`, 304],
    [
      'RFC 9110, 13.1.3: unchanged since a later time',
      'If-Modified-Since: Sun, 04 Feb 2024 04:05:06 GMT',
      304,
    ],
    ['RFC 9110, 13.1.3: changed a second later', `If-Modified-Since: ${earlier}`, 200],
    ['RFC 9110, 13.1.4: unchanged since that time', `If-Unmodified-Since: ${modified}`, 200],
    [
      'RFC 9110, 13.1.4: unchanged since a later time',
      'If-Unmodified-Since: Sun, 04 Feb 2024 04:05:06 GMT',
      200,
    ],
    ['RFC 9110, 13.1.4: changed a second later', `If-Unmodified-Since: ${earlier}`, 412],
  ] as const
).flatMap(([name, condition, status]) => [
  asked(`${name}, of JSON`, { lastModified: modified }, [condition], status),
  asked(`${name}, of a file`, { path: '/conditional/file' }, [condition], status),
])

const methods: readonly ContentCase[] = [
  asked(
    'RFC 9110, 13.1.3: POST is not judged by If-Modified-Since',
    { method: 'POST', path: '/conditional/changed', lastModified: modified },
    [`If-Modified-Since: ${modified}`, 'Content-Length: 0'],
    200,
  ),
  asked(
    'RFC 9110, 13.1.4: PUT is judged by If-Unmodified-Since',
    { method: 'PUT', path: '/conditional/changed', lastModified: modified },
    [`If-Unmodified-Since: ${earlier}`, 'Content-Length: 0'],
    412,
  ),
  asked(
    'RFC 9110, 13.1.3: HEAD is judged by If-Modified-Since',
    { method: 'HEAD', path: '/conditional/file' },
    [`If-Modified-Since: ${modified}`],
    304,
  ),
  asked(
    'RFC 9110, 13.2.1: OPTIONS is not judged',
    { method: 'OPTIONS', path: '/conditional/file' },
    ['If-Match: "b"'],
    204,
  ),
  asked(
    'RFC 9110, 13.1.3: no time is known',
    { etag: '"a"' },
    [`If-Modified-Since: ${modified}`],
    200,
  ),
  asked(
    'RFC 9110, 13.1.4: no time is known',
    { etag: '"a"' },
    [`If-Unmodified-Since: ${modified}`],
    200,
  ),
]

const both = { etag: '"a"', lastModified: modified }
const precedence: readonly ContentCase[] = [
  asked(
    'RFC 9110, 13.2.2: If-Match comes before If-Unmodified-Since',
    both,
    ['If-Match: "a"', `If-Unmodified-Since: ${earlier}`],
    200,
  ),
  asked(
    'RFC 9110, 13.2.2: If-Match that fails comes before If-Unmodified-Since',
    both,
    ['If-Match: "b"', `If-Unmodified-Since: ${modified}`],
    412,
  ),
  asked(
    'RFC 9110, 13.2.2: If-Match comes before If-None-Match',
    both,
    ['If-Match: "b"', 'If-None-Match: "a"'],
    412,
  ),
  asked(
    'RFC 9110, 13.2.2: If-None-Match after If-Match',
    both,
    ['If-Match: "a"', 'If-None-Match: "a"'],
    304,
  ),
  asked(
    'RFC 9110, 13.2.2: If-None-Match comes before If-Modified-Since',
    both,
    ['If-None-Match: "b"', `If-Modified-Since: ${modified}`],
    200,
  ),
  asked(
    'RFC 9110, 13.2.2: If-None-Match that matches comes before If-Modified-Since',
    both,
    ['If-None-Match: "a"', `If-Modified-Since: ${earlier}`],
    304,
  ),
  asked(
    'RFC 9110, 13.2.2: If-Modified-Since after If-Unmodified-Since',
    both,
    [`If-Unmodified-Since: ${modified}`, `If-Modified-Since: ${modified}`],
    304,
  ),
  asked(
    'RFC 9110, 13.2.2: If-Unmodified-Since comes before If-Modified-Since',
    both,
    [`If-Unmodified-Since: ${earlier}`, `If-Modified-Since: ${modified}`],
    412,
  ),
  asked(
    'RFC 9110, 13.2.2: If-Unmodified-Since comes before If-None-Match',
    both,
    [`If-Unmodified-Since: ${earlier}`, 'If-None-Match: "a"'],
    412,
  ),
]

const files: readonly ContentCase[] = [
  asked(
    'RFC 9110, 13.1.2: the tag of a file',
    { path: '/conditional/file' },
    [`If-None-Match: ${fileTag}`],
    304,
  ),
  asked(
    'RFC 9110, 13.1.1: the tag of a file, to get it',
    { path: '/conditional/file' },
    [`If-Match: ${fileTag}`],
    200,
  ),
  asked(
    'RFC 9110, 8.8.3.2: If-Match compares strongly',
    { path: '/conditional/file' },
    [`If-Match: W/${fileTag}`],
    412,
  ),
  asked(
    'RFC 9110, 13.1.2: a file of a folder',
    { path: '/files/letters.txt' },
    [`If-None-Match: W/${fileTag}`],
    304,
  ),
  asked(
    'RFC 9110, 13.1.2: a file that POST returns',
    { method: 'POST', path: '/conditional/file' },
    [`If-None-Match: ${fileTag}`, 'Content-Length: 0'],
    200,
  ),
]

const heads: readonly ContentCase[] = [
  {
    ...ofTag(
      'RFC 9110, 15.4.5: 304 has the headers of 200 that caches need',
      '"a"',
      'If-None-Match: *',
      304,
    ),
    headers: {
      etag: '"a"',
      'cache-control': 'max-age=5',
      vary: 'Accept',
      date: /GMT$/u,
      'content-type': null,
    },
    body: '',
  },
  {
    ...asked(
      'RFC 9110, 15.4.5: 304 of a file',
      { path: '/conditional/file' },
      ['If-None-Match: *'],
      304,
    ),
    headers: { etag: fileTag, 'cache-control': 'no-cache', 'content-type': null },
    body: '',
  },
  {
    ...ofTag(
      'RFC 9110, 8.8.3: the tag of an application is sent as it is',
      'W/"a,b"',
      'Accept: */*',
      200,
    ),
    headers: { etag: 'W/"a,b"' },
    body: 'contents',
  },
  {
    ...asked(
      'RFC 9110, 8.8.3: a tag that is made is strong',
      { path: '/conditional/made' },
      [],
      200,
    ),
    headers: { etag: /^"[\w-]+"$/u },
    body: 'contents',
  },
]

export const cases = [
  ...noneMatch,
  ...match,
  ...changes,
  ...times,
  ...methods,
  ...precedence,
  ...files,
  ...heads,
  ...dateCases,
]
