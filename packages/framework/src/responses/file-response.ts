import { realpathSync, statSync, type Stats } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { lookup } from 'mrmime'
import { attachment } from './attachment.ts'
import { ErrorResponse } from './error-response.ts'
import { FileReply } from './file-reply.ts'
import { Reply } from './reply.ts'

export const FileResponse = {
  /**
   * A file, streamed; 404 where there is none. Answers ranges and conditional requests by itself. The type
   * comes from the file's name unless it is given. The path is taken as it is: use `fromFolder` for one
   * that a client has a say in.
   */
  fromPath(
    path: string,
    status = 200,
    contentType?: string | null,
    downloadFilename?: string | null,
  ): Reply {
    const stats = statsOf(path)
    if (!stats) return ErrorResponse.create(404, 'There is no such file.')
    const type = contentType ?? typeOf(path)
    return FileReply.of(path, stats, status, [
      'content-type',
      type,
      ...disposition(downloadFilename),
    ])
  },

  /** The file at `path` inside `folder`; 404 where there is none, or where it leads out of the folder. */
  fromFolder(
    folder: string,
    path: string,
    status = 200,
    contentType?: string | null,
    downloadFilename?: string | null,
  ): Reply {
    const root = realPath(folder)
    const file = realPath(join(folder, path))
    if (root === undefined || !file?.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return ErrorResponse.create(404, 'There is no such file.')
    }
    return FileResponse.fromPath(file, status, contentType, downloadFilename)
  },

  /** Data in memory, under the type that is given. */
  fromContents(
    contents: string | Uint8Array<ArrayBuffer>,
    contentType: string,
    status = 200,
    downloadFilename?: string | null,
  ): Reply {
    const headers = ['content-type', contentType, ...disposition(downloadFilename)]
    return new Reply(status, headers, contents)
  },
}

function statsOf(path: string): Stats | undefined {
  const stats = unlessMissing(() => statSync(path))
  return stats?.isFile() ? stats : undefined
}

function realPath(path: string): string | undefined {
  return unlessMissing(() => realpathSync(path))
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

function typeOf(path: string): string {
  const type = lookup(basename(path)) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

function disposition(filename: string | null | undefined): string[] {
  return typeof filename === 'string' ? ['content-disposition', attachment(filename)] : []
}
