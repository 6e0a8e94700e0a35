import { realpathSync, statSync, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { lookup } from 'mrmime'

/** What tells whether a client's copy is still good. */
export interface Validators {
  readonly etag: string
  /** An HTTP date. */
  readonly lastModified: string
}

/** A file as the body of a reply. It is opened only when it is sent. */
export class FileBody {
  readonly path: string
  /** In bytes, when the reply was made. */
  readonly size: number
  readonly validators: Validators

  private constructor(path: string, { size, mtime, mtimeMs }: Stats) {
    this.path = path
    this.size = size
    this.validators = {
      etag: `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
      lastModified: mtime.toUTCString(),
    }
  }

  /** Undefined where there is no such file. */
  static at(path: string): FileBody | undefined {
    const stats = unlessMissing(() => statSync(path))
    return stats?.isFile() ? new FileBody(path, stats) : undefined
  }

  /** The file at `path` inside `folder`; undefined where there is none, or where it leads out of the folder. */
  static in(folder: string, path: string): FileBody | undefined {
    const root = unlessMissing(() => realpathSync(folder))
    const file = unlessMissing(() => realpathSync(join(folder, path)))
    if (root === undefined || !file?.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return undefined
    }
    return FileBody.at(file)
  }

  /** The media type that the name of the file stands for. */
  get contentType(): string {
    const type = lookup(basename(this.path)) ?? 'application/octet-stream'
    return type.startsWith('text/') ? `${type}; charset=utf-8` : type
  }

  /** The whole file, opened when its first bytes are asked for. */
  stream(): ReadableStream<Uint8Array> {
    return streamOf(this.path, 0, this.size)
  }

  /** The bytes from `start` up to and without `end`. Rejects where the file cannot be opened. */
  async open(start = 0, end = this.size): Promise<ReadableStream<Uint8Array>> {
    return streamOf(this.path, start, end, await open(this.path))
  }
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'])

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

const pieceSize = 64 * 1024

function streamOf(
  path: string,
  start: number,
  end: number,
  opened?: FileHandle,
): ReadableStream<Uint8Array> {
  let file = opened
  let position = start
  const readPiece = async (): Promise<Uint8Array> => {
    file ??= await open(path)
    const piece = new Uint8Array(Math.min(pieceSize, end - position))
    const { bytesRead } = await file.read(piece, 0, piece.length, position)
    position += bytesRead
    if (bytesRead === 0 && position < end) {
      throw new Error(
        `${path} ended after ${position} of ${end} bytes while it was sent. Write a changed file under another ` +
          'name, and rename it.',
      )
    }
    return piece.subarray(0, bytesRead)
  }
  return new ReadableStream(
    {
      async pull(controller) {
        let piece: Uint8Array | undefined
        try {
          piece = await readPiece()
          if (piece.length > 0) controller.enqueue(piece)
        } finally {
          if (!piece?.length || position >= end) await file?.close()
        }
        if (piece.length === 0 || position >= end) controller.close()
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}
