import type { Transform } from 'node:stream'
import type * as nodeZlib from 'node:zlib'
import { isCloudflareWorker } from '../platform/cloudflare-worker.ts'

export type Coding = 'zstd' | 'br' | 'gzip'

/** One coding of `node:zlib`. */
interface Encoder {
  now(bytes: Uint8Array): Uint8Array<ArrayBuffer>
  later(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Emits at once what it is given. */
  stream(): Transform
}

/** In bytes: up to this size, compressing takes less time than handing over to another thread. */
const soon = 32 * 1024

/** Streams are many and long: this keeps the memory of each below a megabyte. */
const windowBits = 17

let known: Readonly<Partial<Record<Coding, Encoder>>> | undefined

/** The codings of this platform, the best first. A Cloudflare worker has none: Cloudflare compresses in front of it. */
export function offeredCodings(): readonly Coding[] {
  return Object.keys(encoders()) as Coding[]
}

/** Bytes in a coding of the platform; a promise where there are many. */
export function encode(
  bytes: Uint8Array,
  coding: Coding,
): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  const encoder = encoders()[coding] as Encoder
  return bytes.byteLength <= soon ? encoder.now(bytes) : encoder.later(bytes)
}

/** A stream in a coding of the platform. Each piece is sent on whole, before the next one is asked for. */
export function encodeStream(
  source: ReadableStream<Uint8Array>,
  coding: Coding,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let encoder: Transform | undefined
  const open = (controller: ReadableStreamDefaultController<Uint8Array>): Transform =>
    (encoders()[coding] as Encoder)
      .stream()
      .on('data', (piece: Uint8Array) => controller.enqueue(piece))
      // Reported by the code that waits for it.
      .on('error', () => {})
  return new ReadableStream(
    {
      async pull(controller) {
        encoder ??= open(controller)
        try {
          const piece = await nextPiece(reader)
          if (encoder.destroyed) return
          if (piece) return await write(encoder, piece)
          await end(encoder)
        } catch (error) {
          encoder.destroy()
          reader.cancel(error).catch(() => {})
          throw error
        }
        controller.close()
      },
      async cancel(reason) {
        encoder?.removeAllListeners('data').destroy()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** An empty piece yields no output, so waiting for output would never end. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value.byteLength > 0) return value
  }
}

function write(encoder: Transform, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}

function end(encoder: Transform): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.once('end', resolve).once('error', reject).end()
  })
}

function encoders(): Readonly<Partial<Record<Coding, Encoder>>> {
  return (known ??= createEncoders())
}

function createEncoders(): Readonly<Partial<Record<Coding, Encoder>>> {
  // An import would be loaded by applications that never compress.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')
  if (!zlib || isCloudflareWorker) return {}
  return {
    ...(typeof zlib.createZstdCompress === 'function' && { zstd: zstd(zlib) }),
    br: brotli(zlib),
    gzip: gzip(zlib),
  }
}

function zstd(zlib: typeof nodeZlib): Encoder {
  const { ZSTD_e_flush, ZSTD_c_windowLog, ZSTD_c_hashLog, ZSTD_c_chainLog } = zlib.constants
  const params = { [ZSTD_c_windowLog]: windowBits, [ZSTD_c_hashLog]: 15, [ZSTD_c_chainLog]: 15 }
  return {
    now: (bytes) => zlib.zstdCompressSync(bytes),
    later: (bytes) => called((done) => zlib.zstdCompress(bytes, done)),
    stream: () => zlib.createZstdCompress({ flush: ZSTD_e_flush, params }),
  }
}

function brotli(zlib: typeof nodeZlib): Encoder {
  const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants
  // The default, 11, is for files that are compressed once.
  const params = { [BROTLI_PARAM_QUALITY]: 4 }
  const streamParams = { ...params, [BROTLI_PARAM_LGWIN]: windowBits }
  return {
    now: (bytes) => zlib.brotliCompressSync(bytes, { params }),
    later: (bytes) => called((done) => zlib.brotliCompress(bytes, { params }, done)),
    stream: () =>
      zlib.createBrotliCompress({ flush: BROTLI_OPERATION_FLUSH, params: streamParams }),
  }
}

function gzip(zlib: typeof nodeZlib): Encoder {
  return {
    now: (bytes) => zlib.gzipSync(bytes),
    later: (bytes) => called((done) => zlib.gzip(bytes, done)),
    stream: () => zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
  }
}

type Done<T> = (error: Error | null, value: T) => void

function called<T>(start: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)))
  })
}
