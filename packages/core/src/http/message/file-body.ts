import { accessSync, constants, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { lookup } from 'mrmime'
import { fileStream } from './file-stream.ts'

/** The `ETag` and date of a file, for conditional requests. */
export interface Validators {
  readonly etag: string
  /** An HTTP date. */
  readonly lastModified: string
}

/** A file as the body of a reply. The file is opened when the reply is sent. */
export class FileBody {
  readonly path: string
  /** The size in bytes when the reply was created. */
  readonly size: number
  readonly validators: Validators
  readonly #inode: number
  /** Looks up the file again, inside the same folder. */
  readonly #find: () => FileBody | undefined

  private constructor(
    path: string,
    { size, mtime, mtimeMs, ino }: Stats,
    find: () => FileBody | undefined,
  ) {
    this.path = path
    this.size = size
    this.#inode = ino
    this.#find = find
    this.validators = {
      etag: `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
      lastModified: mtime.toUTCString(),
    }
  }

  /** Returns the file at a path, or undefined if it does not exist. */
  static at(path: string): FileBody | undefined {
    const stats = statsOf(path)
    return stats?.isFile() ? new FileBody(path, stats, () => FileBody.at(path)) : undefined
  }

  /** Returns the file at `path` inside `folder`, or undefined if it does not exist or is outside of the folder. */
  static in(folder: string, path: string): FileBody | undefined {
    const requested = join(folder, path)
    const stats = statsOf(requested)
    if (!stats?.isFile()) return undefined
    const root = unlessMissing(() => realpathSync.native(folder))
    const file = unlessMissing(() => realpathSync.native(requested))
    if (root === undefined || !file?.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return undefined
    }
    return new FileBody(file, stats, () => FileBody.in(folder, path))
  }

  /** The media type for the file extension. */
  get contentType(): string {
    const type = lookup(basename(this.path)) ?? 'application/octet-stream'
    return type.startsWith('text/') ? `${type}; charset=utf-8` : type
  }

  /** Returns this file, or the file that replaced it; undefined if it was deleted. Throws if it cannot be read. */
  current(): FileBody | undefined {
    const current = statsOf(this.path)?.ino === this.#inode ? this : this.#find()
    if (current) accessSync(current.path, constants.R_OK)
    return current
  }

  /**
   * Streams the bytes from `start` up to `end`, exclusive. Fails with `FileReplaced` if the file at the path was
   * replaced.
   */
  stream(start = 0, end = this.size): ReadableStream<Uint8Array> {
    return fileStream({ path: this.path, inode: this.#inode, start, end })
  }
}

const missingCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ERR_INVALID_ARG_VALUE',
])

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (missingCodes.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function statsOf(path: string): Stats | undefined {
  // Creating an error for each missing file would take longer than everything else here.
  return unlessMissing(() => statSync(path, { throwIfNoEntry: false }))
}
