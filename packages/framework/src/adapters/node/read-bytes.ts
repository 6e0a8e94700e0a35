import type { IncomingMessage } from 'node:http'
import { HttpError } from '../../binding/http-error.ts'

/** Reads a body of at most `limit` bytes. A declared length over the limit fails at once. */
export function readBytes(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new HttpError(413, `The request body is over ${limit} bytes.`))
    if (Number(message.headers['content-length']) > limit) return tooLarge()
    const chunks: Buffer[] = []
    let size = 0
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else tooLarge()
    })
    message.on('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    )
    message.on('error', reject)
    message.on('close', () =>
      reject(new HttpError(400, 'The request ended before its body was complete.')),
    )
  })
}
