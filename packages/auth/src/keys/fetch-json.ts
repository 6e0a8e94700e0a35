/** The maximum size of a response, in bytes. */
const maxResponseBytes = 512 * 1024

/** The time limit for a response, in milliseconds. */
const maxWait = 5000

/** The options of a request to an endpoint. */
export interface JsonRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Returns a signal that aborts after the maximum wait. */
export function requestTimeout(): AbortSignal {
  return AbortSignal.timeout(maxWait)
}

/** Throws a `TypeError` unless the URL uses HTTPS, or HTTP on this machine. `caller` begins the message. */
export function checkEndpoint(caller: string, url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : noUrl
  if (protocol === 'https:') return
  if (protocol === 'http:' && isLoopback(hostname)) return
  throw new TypeError(
    `${caller}: "${url}" is not a secure URL. Use a URL that begins with https://, or with http://localhost during development.`,
  )
}

/**
 * Fetches a JSON object from an endpoint. Rejects if the signal aborts, the status is not 200, or the body is too large
 * or not a JSON object.
 */
export async function fetchJson(
  url: string,
  { headers, ...options }: JsonRequest,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  checkEndpoint('fetch', url)
  const response = await fetch(url, {
    ...options,
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} responded with status ${response.status} instead of 200.`)
  }
  const value = parseJson(await readLimited(response, url))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new Error(`${url} did not respond with a JSON object.`)
}

async function readLimited(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) {
      throw new Error(`${url} responded with more than ${maxResponseBytes} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const noUrl = { protocol: '', hostname: '' }

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname)
}
