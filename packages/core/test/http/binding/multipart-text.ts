/** One part as it is written: its header lines, and its content. */
export type RawPart = readonly [headers: readonly string[], content: string | Uint8Array]

export const boundary = '----WebKitFormBoundaryAbC123'

/** A multipart body, written by hand so that tests can write wrong ones. */
export function multipartBytes(
  parts: readonly RawPart[],
  end = `--${boundary}--\r\n`,
): Buffer<ArrayBuffer> {
  const chunks = parts.flatMap(([headers, content]) => [
    Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from(end)])
}

export function field(name: string, value: string): RawPart {
  return [[`Content-Disposition: form-data; name="${name}"`], value]
}

export function file(name: string, filename: string, content: string | Uint8Array): RawPart {
  return [
    [
      `Content-Disposition: form-data; name="${name}"; filename="${filename}"`,
      'Content-Type: text/plain',
    ],
    content,
  ]
}

export function multipartInit(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  contentType = `multipart/form-data; boundary=${boundary}`,
): RequestInit {
  const headers = { 'content-type': contentType }
  return { method: 'POST', headers, body, duplex: 'half' } as RequestInit
}

/** The bytes in pieces, cut at some places. */
export function inChunks(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const offsets = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b)
  return new ReadableStream({
    start(controller) {
      for (const [index, offset] of offsets.slice(1).entries()) {
        controller.enqueue(bytes.slice(offsets[index], offset))
      }
      controller.close()
    },
  })
}
