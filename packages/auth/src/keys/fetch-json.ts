/** The maximum size of a response, in bytes. */
const maxResponseBytes = 512 * 1024

/** The time limit for a response, in milliseconds. */
const longestWait = 5000

/** The options of a request to an endpoint. */
export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Returns a signal that aborts after the maximum wait. */
export function requestTimeout(): AbortSignal {
  return AbortSignal.timeout(longestWait)
}

/** Throws a `TypeError` for a URL that is not HTTPS, unless it is on localhost. */
export function checkEndpoint(who: string, address: string): void {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : nowhere
  if (protocol === 'https:') return
  if (protocol === 'http:' && isOwnMachine(hostname)) return
  throw new TypeError(
    `${who}: "${address}" is not secure. Use a URL that begins with https://, or with http://localhost during development.`,
  )
}

/** Fetches a JSON object from an endpoint. Rejects if the response takes too long or is not a JSON object. */
export async function fetchJson(
  address: string,
  { headers, ...asked }: Asked,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  checkEndpoint('fetch', address)
  const response = await fetch(address, {
    ...asked,
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${address} responded with status ${response.status} instead of 200.`)
  }
  const value = parseJson(await readLimited(response, address))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new Error(`${address} did not respond with a JSON object.`)
}

async function readLimited(response: Response, address: string): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxResponseBytes) {
      throw new Error(`${address} responded with more than ${maxResponseBytes} bytes.`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const nowhere = { protocol: '', hostname: '' }

function isOwnMachine(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname)
}
