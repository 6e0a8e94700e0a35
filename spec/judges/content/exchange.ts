import { connect } from 'node:net'

/** A response as it came over the socket. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name; the values of a repeated header are joined by `, `. */
  readonly headers: ReadonlyMap<string, string>
  /** Without the framing of chunks, and still encoded. */
  readonly body: Buffer
}

/** Sends a request that closes its connection, and reads the response until the server has closed it too. */
export async function exchange(port: number, request: string | Uint8Array): Promise<RawResponse> {
  const received = await send(port, request)
  const text = received.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) throw new Error(`The response has no head: ${JSON.stringify(text)}.`)
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = readHeaders(lines)
  const rest = received.subarray(end + 4)
  const isChunked = headers.get('transfer-encoding') === 'chunked' && rest.length > 0
  return { status: Number(first.split(' ')[1]), headers, body: isChunked ? joinChunks(rest) : rest }
}

function send(port: number, request: string | Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(10_000, () => socket.destroy(new Error('No response for 10 s.')))
    socket.on('data', (piece) => pieces.push(piece as Buffer))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(pieces)))
    socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request)
  })
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const earlier = headers.get(name)
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return headers
}

function joinChunks(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let start = 0; ;) {
    const line = bytes.indexOf('\r\n', start)
    const size = Number.parseInt(bytes.toString('latin1', start, line), 16)
    if (line === -1 || Number.isNaN(size)) throw new Error('The chunks of the body have no end.')
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(line + 2, line + 2 + size))
    start = line + 2 + size + 2
  }
}
