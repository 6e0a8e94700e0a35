/** A response as it came. */
export interface RawResponse {
  readonly status: number
  /** As sent, with the status line. */
  readonly head: string
  /** A string of JSON is decoded. */
  readonly body: string
}

const head = /^HTTP\/1\.[01] (\d{3}) [^\r\n]*\r\n(?:[!#$%&'*+.^`|~\w-]+:[^\r\n\0]*\r\n)*\r\n/u

/** Reads all responses of a connection, the last of which is the probe's or ends with it. Throws if they are not HTTP. */
export function readResponses(received: string, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = []
  for (let rest = received; rest !== '';) {
    const found = head.exec(rest)
    if (!found) throw new Error(`This is no response: ${JSON.stringify(rest.slice(0, 300))}`)
    const status = Number(found[1])
    const after = rest.slice(found[0].length)
    // After HEAD only the probe, which is last, has a body.
    const isProbe = isHead && !after.includes('HTTP/1.1 ') && after !== ''
    const hasBody = status >= 200 && status !== 204 && status !== 304 && (!isHead || isProbe)
    const body = hasBody ? readBody(found[0], after) : { text: '', length: 0 }
    responses.push({ status, head: found[0], body: decode(body.text) })
    rest = after.slice(body.length)
  }
  return responses
}

/** `length` counts its framing as well. */
function readBody(head: string, after: string): { readonly text: string; readonly length: number } {
  const length = /^content-length: *(\d+)\r$/imu.exec(head)?.[1]
  const isChunked = /^transfer-encoding: *chunked\r$/imu.test(head)
  if (length !== undefined && isChunked) throw new Error(`A response has two lengths: ${head}`)
  if (isChunked) return readChunks(after)
  const size = length === undefined ? after.length : Number(length)
  if (size > after.length) throw new Error(`A body of ${size} bytes ends after ${after.length}.`)
  return { text: after.slice(0, size), length: size }
}

function readChunks(after: string): { readonly text: string; readonly length: number } {
  let text = ''
  for (let at = 0; ;) {
    const line = /^([\da-f]+)\r\n/iu.exec(after.slice(at))
    if (!line) throw new Error(`This is no chunk: ${JSON.stringify(after.slice(at, at + 300))}`)
    const size = Number.parseInt(line[1] as string, 16)
    const start = at + line[0].length
    text += after.slice(start, start + size)
    at = start + size + 2
    if (size === 0) return { text, length: at }
  }
}

function decode(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}
