import type { Answer, HostileRequest } from './hostile-http.ts'
import { pick, pickSome, type Random } from './random.ts'

/** The parts of hostile paths. */
export const pathPieces: readonly string[] = [
  ...'/ / / . .. %2e %2E %2f %5c % %00 %0a \\ ; : @ # ? " < > ^ ` { } | [ ] ! ~ & = + , *'.split(
    ' ',
  ),
  ...'a guard secret guard/ /secret http: // caf%C3%A9 %e9 \u00e9 \t \f \u0001 \u007f'.split(' '),
]

/** A path of one or several segments, as no client would send it. */
function hostilePathText(random: Random): string {
  const start = pick(random, ['/', '/', '/guard/', '/guard/x/', '/guard/%2e', '//'])
  return start + pickSome(random, pathPieces, 9).join('')
}

/** A GET of such a path: refused, or handled as its URL. */
export function hostilePath(random: Random): HostileRequest {
  const path = hostilePathText(random)
  const target = pick(random, ['', '', '', 'http://a', 'HTTP://a.example:1']) + path
  return {
    kind: 'path',
    pieces: [Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`, 'latin1')],
    statuses: [[200, 400, 404]],
    faultOf: (answer) => faultOfPath(path, answer),
  }
}

/**
 * Returns how the response of `GuardedPaths` differs from the sent path; undefined if it does not.
 */
export function faultOfPath(path: string, { status, body }: Answer): string | undefined {
  if (status !== 200) return undefined
  const { pathname, values } = JSON.parse(body) as { pathname: string; values: string[] }
  const sent = path.split('?', 1)[0] as string
  if (pathname !== sent) return `${path} was taken for ${pathname}.`
  const decoded = sent.slice(1).split('/').map(decodeURIComponent)
  const isSame = decoded.every((value, index) => value === values[index])
  const isStep = values.some((value) => value === '.' || value === '..')
  return isSame && !isStep ? undefined : `${path} was read as ${values.join(', ')}.`
}
