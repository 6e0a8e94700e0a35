import { realpathSync, statSync, type Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { lookup } from 'mrmime'

/** What shows whether a client's copy is still current. */
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
  readonly #inode: number

  private constructor(path: string, { size, mtime, mtimeMs, ino }: Stats) {
    this.path = path
    this.size = size
    this.#inode = ino
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
    const named = join(folder, path)
    // Creating an error for each missing file would cost more than all the rest.
    if (!unlessMissing(() => statSync(named, { throwIfNoEntry: false }))) return undefined
    const root = unlessMissing(() => realpathSync.native(folder))
    const file = unlessMissing(() => realpathSync.native(named))
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

  /**
   * The bytes from `start` up to `end`, exclusive. Rejects where the file cannot be opened, and with `FileReplaced`
   * where another one has come to its path.
   */
  async open(start = 0, end = this.size): Promise<ReadableStream<Uint8Array>> {
    const file = await openFile(this.path)
    const { ino } = await file.stat()
    if (ino === this.#inode) return streamOf(this.path, start, end, file)
    await file.close()
    throw new FileReplaced(this.path)
  }
}

/** Another file has come to the path of one that was to be sent: its length and tag would be wrong. */
export class FileReplaced extends Error {
  override readonly name = 'FileReplaced'

  constructor(path: string) {
    super(`${path} was replaced by another file before it was sent.`)
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

/** An import would load the module at every start. */
function openFile(path: string): Promise<FileHandle> {
  return process.getBuiltinModule('node:fs/promises').open(path)
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
    file ??= await openFile(path)
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
