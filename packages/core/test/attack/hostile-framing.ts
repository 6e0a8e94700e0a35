import type { Answer, HostileRequest } from './hostile-http.ts'
import { below, pick, type Random } from './random.ts'

/** A request whose head, lengths or body are not what a client with manners sends. */
export function hostileFraming(random: Random): HostileRequest {
  const [kind, make] = pick(random, Object.entries(kinds))
  const { bytes, ...rest } = make(random)
  return { kind, pieces: cut(bytes, random), ...rest }
}

/** Each character of the string is a byte. */
type Framed = Omit<HostileRequest, 'kind' | 'pieces'> & { readonly bytes: string }

const refused = [[400]]

const kinds: Readonly<Record<string, (random: Random) => Framed>> = {
  'chunks of every size'(random) {
    const text = JSON.stringify('x'.repeat(below(random, 3000)))
    return {
      bytes: chunked(chunksOf(text, random)),
      statuses: [[200]],
      faultOf: expects(String(text.length)),
    }
  },
  'a chunk size that is none'(random) {
    const size = pick(random, [
      '-2',
      '0x2',
      '+2',
      ' 2',
      '',
      'g',
      '2 2',
      'F'.repeat(17),
      '2\n',
      '2\u0000',
    ])
    return { bytes: chunked(`${size}\r\n{}\r\n0\r\n\r\n`), statuses: refused }
  },
  'a chunk of another length than its size'(random) {
    const size = pick(random, ['1', '3', '5', 'a'])
    return { bytes: chunked(`${size}\r\n{}\r\n0\r\n\r\n`), statuses: refused, next: 'close' }
  },
  'chunks and a length'(random) {
    const length = `Content-Length: ${below(random, 99)}\r\n`
    return { bytes: chunked('2\r\n{}\r\n0\r\n\r\n', length), statuses: refused }
  },
  'an encoding that is not chunks alone'(random) {
    const encoding = pick(random, [
      'chunked, chunked',
      'chunked, gzip',
      'xchunked',
      '"chunked"',
      'chunked;q=1',
      ',',
    ])
    const head = `Transfer-Encoding: ${encoding}\r\n`
    return { bytes: post('/size', '2\r\n{}\r\n0\r\n\r\n', head), statuses: refused }
  },
  'a length that is none'(random) {
    const length = pick(random, [
      '-2',
      '+2',
      '0x2',
      '2,2',
      '2 2',
      '2.0',
      '9'.repeat(25),
      'two',
      '2;',
    ])
    return { bytes: post('/size', '{}', `Content-Length: ${length}\r\n`), statuses: refused }
  },
  'two lengths'(random) {
    const head = `Content-Length: 2\r\nContent-Length: ${below(random, 50)}\r\n`
    return { bytes: post('/size', '{}', head), statuses: refused }
  },
  'a line folded, broken or without a name'(random) {
    const line = pick(random, [
      'X: a\rY: b',
      'X: a\nY : b',
      'X : a',
      ': a',
      'X',
      'X: a\u0000',
      ' X: a',
      'X\t: a',
    ])
    return { bytes: `GET /alive HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`, statuses: refused }
  },
  'a request line that is none'(random) {
    const line = pick(random, [
      'GET /alive HTTP/1.2',
      'get /alive HTTP/1.1',
      'GET\t/alive\tHTTP/1.1',

      'GET alive HTTP/1.1',
      'GET /a b HTTP/1.1',
      'PRI * HTTP/2.0',
      '\u0016\u0003\u0001',
      'GET  HTTP/1.1',
    ])
    return { bytes: `${line}\r\nHost: a\r\n\r\n`, statuses: refused, next: 'close' }
  },
  'a version that is not spoken'(random) {
    const version = pick(random, ['', ' HTTP/0.9', ' HTTP/2.0'])
    return {
      bytes: `GET /alive${version}\r\nHost: a\r\n\r\n`,
      statuses: [[200, 400]],
      next: 'close',
    }
  },
  'a host that is missing, double or none'(random) {
    const hosts = [
      '',
      'Host: a\r\nHost: b\r\n',
      'Host: a b\r\n',
      'Host: a/b\r\n',
      'Host: a,b/\r\n',
      'Host: [\r\n',
    ]
    const path = pick(random, ['/alive', '/nowhere/at/all', '/openapi.json'])
    return { bytes: `GET ${path} HTTP/1.1\r\n${pick(random, hosts)}\r\n`, statuses: refused }
  },
  'headers over the limit'(random) {
    const size = 17_000 + below(random, 60_000)
    const lines = pick(random, [`X: ${'x'.repeat(size)}\r\n`, 'a: b\r\n'.repeat(size / 4)])
    return { bytes: get('/alive', lines), statuses: [[431]] }
  },
  trailers(random) {
    const [trailers, status] = pick(random, [
      ['X: y\r\n', 200],
      ['Content-Length: 9\r\n', 400],
      ['Transfer-Encoding: chunked\r\n', 400],
      ['X: y\r\n'.repeat(9000), 431],
    ] as const)
    return { bytes: chunked(`2\r\n{}\r\n0\r\n${trailers}\r\n`), statuses: [[status]] }
  },
  'many requests at once'(random) {
    const numbers = Array.from({ length: 2 + below(random, 20) }, () => below(random, 1e9))
    const bytes = numbers.map((number) => {
      const body = get('/alive').repeat(below(random, 3))
      return pick(random, [
        get(`/number/${number}`),
        post(`/number/${number}`, body, lengthOf(body)),
        post(`/number/${number}`, chunksOf(body, random), 'Transfer-Encoding: chunked\r\n'),
        post('/same', String(number), lengthOf(String(number))),
      ])
    })
    return {
      bytes: bytes.join(''),
      statuses: numbers.map(() => [200]),
      faultOf: ({ body }, index) =>
        body === String(numbers[index]) ? undefined : `Answer ${index} was ${body}.`,
    }
  },
  'a body that nobody can read'(random) {
    const [path, body, head, statuses] = pick(random, [
      ['/size', '{"a":', '', [400]],
      ['/size', '\u00ff\u00fe', '', [400]],
      ['/size', '['.repeat(below(random, 90_000)), '', [200, 400]],
      ['/size', '{}', 'Content-Encoding: gzip\r\n', [415]],
      ['/size', '%', 'Content-Type: application/x-www-form-urlencoded\r\n', [400]],
      ['/lines', '[{"sku":1},{"sku":"a","quantity":"b"},null]', '', [422]],
      ['/lines', '{"__proto__":[]}', '', [422]],
      [
        '/files',
        '--b\r\n'.repeat(below(random, 900)),
        'Content-Type: multipart/form-data; boundary=b\r\n',
        [400, 422],
      ],
      [
        '/files',
        brokenForm(random),
        'Content-Type: multipart/form-data; boundary=b\r\n',
        [200, 400, 413, 422],
      ],
      ['/size', '{}', 'Expect: nothing\r\n', [417]],
      ['/text', random().toString(), 'Content-Encoding: br\r\n', [200]],
    ] as const)
    return { bytes: post(path, body, `${head}${lengthOf(body)}`), statuses: [statuses] }
  },
  'a GET with a body'(random) {
    const body = 'GET /nowhere HTTP/1.1\r\n\r\n'.repeat(below(random, 5))
    return {
      bytes: get('/number/7', lengthOf(body)) + body,
      statuses: [[200]],
      faultOf: expects('7'),
    }
  },
  'a body that never ends'(random) {
    const bytes = post(
      pick(random, ['/size', '/text', '/files', '/number/1']),
      '{',
      'Content-Length: 9999\r\n',
    )
    return { bytes, statuses: [[200, 400], [400]], next: pick(random, ['close', 'leave']) }
  },
  'a client that half closes'(random) {
    const count = 1 + below(random, 5)
    const bytes = get('/number/3').repeat(count)
    return {
      bytes,
      statuses: Array.from({ length: count }, () => [200]),
      faultOf: expects('3'),
      next: 'close',
    }
  },
  'a client that leaves'(random) {
    const bytes = post('/size', '{}', lengthOf('{}')).repeat(1 + below(random, 5))
    return { bytes, statuses: [], next: 'leave' }
  },
  'bytes changed at random'(random) {
    const good = pick(random, [
      get('/number/3'),
      post('/size', '{"a":[1]}', lengthOf('{"a":[1]}')),
      chunked(chunksOf('[1,2,3]', random)),
    ])
    return {
      bytes: changed(good, random),
      statuses: [anyButOurs, anyButOurs, anyButOurs],
      next: 'close',
    }
  },
  'no HTTP at all'(random) {
    const bytes = Array.from({ length: 1 + below(random, 400) }, () =>
      String.fromCharCode(below(random, 256)),
    )
    return { bytes: `\u0000${bytes.join('')}`, statuses: refused, next: 'close' }
  },
}

const anyButOurs = [200, 204, 400, 404, 405, 408, 411, 413, 414, 415, 417, 422, 431]

function get(path: string, head = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n`
}

function post(path: string, body: string, head: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n${body}`
}

function lengthOf(body: string): string {
  return `Content-Length: ${body.length}\r\n`
}

function chunked(chunks: string, head = ''): string {
  return post('/size', chunks, `Transfer-Encoding: chunked\r\n${head}`)
}

function chunksOf(text: string, random: Random): string {
  let chunks = ''
  for (let start = 0; start < text.length;) {
    const piece = text.slice(start, start + 1 + below(random, 200))
    const size = piece.length.toString(16).padStart(1 + below(random, 4), '0')
    chunks += `${pick(random, [size, size.toUpperCase(), `${size};a=b`])}\r\n${piece}\r\n`
    start += piece.length
  }
  return `${chunks}0\r\n\r\n`
}

function brokenForm(random: Random): string {
  const parts = [
    '--b',
    '\r\n',
    '--',
    ': ',
    ';',
    '"',
    'a',
    '\n',
    '\r',
    'Content-Disposition: form-data',

    '; name="document"',
    '; name="note"',
    '; filename="x"',
    'Content-Type: text/plain',
    '\r\n\r\n',
    '\u00ff',
  ]
  return Array.from({ length: below(random, 60) }, () => pick(random, parts)).join('')
}

function changed(text: string, random: Random): string {
  let bytes = text
  for (let count = 1 + below(random, 4); count > 0; count -= 1) {
    const place = below(random, bytes.length)
    const removed = pick(random, [0, 1, 1, below(random, 20)])
    const added = pick(random, [
      '',
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\u0000',
      ':',
      String.fromCharCode(below(random, 256)),
    ])
    bytes = bytes.slice(0, place) + added + bytes.slice(place + removed)
  }
  return bytes
}

function expects(wanted: string): (answer: Answer) => string | undefined {
  return ({ body }) => (body === wanted ? undefined : `The answer was ${body} and not ${wanted}.`)
}

/** The bytes whole, or in a few pieces. */
function cut(text: string, random: Random): Buffer[] {
  const bytes = Buffer.from(text, 'latin1')
  const places = Array.from({ length: pick(random, [0, 0, 0, 1, 5]) }, () =>
    below(random, bytes.length),
  )
  const ends = [...places, bytes.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
}
