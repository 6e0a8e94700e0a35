import type { Transform } from 'node:stream'
import type * as nodeZlib from 'node:zlib'
import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { isCloudflareWorker } from '../../base/platform/cloudflare-worker.ts'

export type Coding = 'zstd' | 'br' | 'gzip'

/** An encoder of `node:zlib`. */
interface Encoder {
  compressSync(bytes: Uint8Array): Uint8Array<ArrayBuffer>
  compress(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Creates a stream that flushes each chunk immediately. */
  stream(): Transform
}

/** The size in bytes up to which compressing takes less time than passing the work to another thread. */
const syncLimit = 32 * 1024

/**
 * The base-2 logarithm of the window size of streams. It limits the memory of each stream to less than a megabyte,
 * because there may be many long-lived streams.
 */
const windowBits = 17

let cachedEncoders: Readonly<Partial<Record<Coding, Encoder>>> | undefined

/**
 * Returns the codings that the platform supports, the best first. Empty on Cloudflare, which compresses responses
 * itself.
 */
export function offeredCodings(): readonly Coding[] {
  return Object.keys(encoders()) as Coding[]
}

/** Compresses bytes. Returns a promise if there are many. */
export function encode(bytes: Uint8Array, coding: Coding): MaybePromise<Uint8Array<ArrayBuffer>> {
  const encoder = encoders()[coding] as Encoder
  return bytes.byteLength <= syncLimit ? encoder.compressSync(bytes) : encoder.compress(bytes)
}

/** Compresses a stream. Each chunk is flushed before the next one is read. */
export function encodeStream(
  source: ReadableStream<Uint8Array>,
  coding: Coding,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let encoder: Transform | undefined
  const open = (controller: ReadableStreamDefaultController<Uint8Array>): Transform =>
    (encoders()[coding] as Encoder)
      .stream()
      .on('data', (chunk: Uint8Array) => controller.enqueue(chunk))
      // The promise that waits for the encoder reports the error.
      .on('error', () => {})
  return new ReadableStream(
    {
      async pull(controller) {
        encoder ??= open(controller)
        try {
          const chunk = await nextChunk(reader)
          if (encoder.destroyed) return
          if (chunk) return await write(encoder, chunk)
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

/** Reads the next chunk; undefined at the end. Skips empty chunks, because they produce no output to wait for. */
async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value.byteLength > 0) return value
  }
}

function write(encoder: Transform, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

function end(encoder: Transform): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.once('end', resolve).once('error', reject).end()
  })
}

function encoders(): Readonly<Partial<Record<Coding, Encoder>>> {
  return (cachedEncoders ??= createEncoders())
}

function createEncoders(): Readonly<Partial<Record<Coding, Encoder>>> {
  // Loaded on demand, because many applications never compress.
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
    compressSync: (bytes) => zlib.zstdCompressSync(bytes),
    compress: (bytes) => promisify((done) => zlib.zstdCompress(bytes, done)),
    stream: () => zlib.createZstdCompress({ flush: ZSTD_e_flush, params }),
  }
}

function brotli(zlib: typeof nodeZlib): Encoder {
  const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants
  // The default, 11, is meant for files that are compressed only once.
  const params = { [BROTLI_PARAM_QUALITY]: 4 }
  const streamParams = { ...params, [BROTLI_PARAM_LGWIN]: windowBits }
  return {
    compressSync: (bytes) => zlib.brotliCompressSync(bytes, { params }),
    compress: (bytes) => promisify((done) => zlib.brotliCompress(bytes, { params }, done)),
    stream: () =>
      zlib.createBrotliCompress({ flush: BROTLI_OPERATION_FLUSH, params: streamParams }),
  }
}

function gzip(zlib: typeof nodeZlib): Encoder {
  return {
    compressSync: (bytes) => zlib.gzipSync(bytes),
    compress: (bytes) => promisify((done) => zlib.gzip(bytes, done)),
    stream: () => zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
  }
}

type Done<T> = (error: Error | null, value: T) => void

function promisify<T>(start: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)))
  })
}
