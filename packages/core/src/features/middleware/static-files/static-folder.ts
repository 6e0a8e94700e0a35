import { resolve } from 'node:path'
import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { FileFolder } from '../../../http/file-folders.ts'
import { FileBody } from '../../../http/message/file-body.ts'
import { HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { Reply, type ReplyOrResponse } from '../../../http/message/reply.ts'
import { fileReply } from '../../../http/responses/file-reply.ts'
import { acceptsPages } from '../../../http/message/weights.ts'
import { acceptedCodings } from '../accepted.ts'
import type { Coding } from '../encode.ts'
import { filePathOf } from './file-path.ts'

/** Options for `@StaticFiles`. */
export interface StaticFilesOptions {
  /**
   * A regular expression that matches the paths of files that never change, such as `/\.[0-9a-f]{8}\./`. Clients cache
   * them for a year.
   */
  readonly immutable?: RegExp
  /** The file to send to browsers if a page does not exist, such as the `index.html` of a single-page application. */
  readonly fallback?: string
  /**
   * True to send the file with the extension `.zst`, `.br` or `.gz` appended, if it exists and the client accepts it.
   */
  readonly precompressed?: boolean
}

/** A folder declared with `@StaticFiles`. */
export interface DeclaredFolder {
  /** The URL path, percent-encoded and without a slash at the end. */
  readonly mount: string
  readonly folder: string
  readonly options: StaticFilesOptions
}

/** A folder whose files are served below a path. */
export class StaticFolder implements FileFolder {
  readonly path: string
  /** The absolute path of the folder. */
  readonly folder: string
  readonly options: StaticFilesOptions
  readonly #mount: string

  /** `root` is the folder of the application. */
  constructor({ mount, folder, options }: DeclaredFolder, root: string) {
    this.path = mount === '' ? '/' : mount
    this.folder = resolve(root, folder)
    this.options = options
    this.#mount = mount
  }

  find(request: HttpRequest): readonly string[] | undefined {
    const path = filePathOf(request.path, this.#mount)
    if (path !== undefined && this.#has(path)) return [path]
    const fallback = this.#fallbackFor(request)
    return fallback !== undefined && acceptsPages(request.header('accept'))
      ? [fallback, 'fallback']
      : undefined
  }

  varies(request: HttpRequest): boolean {
    return this.#fallbackFor(request) !== undefined
  }

  /**
   * Returns the fallback file for browsers; undefined if it does not exist, or if the path is outside of the mount path
   * or has a file extension.
   */
  #fallbackFor({ path }: HttpRequest): string | undefined {
    const { fallback } = this.options
    const isInside = path === this.#mount || filePathOf(path, this.#mount) !== undefined
    const isPage = isInside && !/\.|%2e/iu.test(path.slice(path.lastIndexOf('/') + 1))
    return fallback !== undefined && isPage && this.#has(fallback) ? fallback : undefined
  }

  handle(
    request: HttpRequest,
    [path = '', fallback]: readonly string[],
  ): MaybePromise<ReplyOrResponse> {
    const { coding, varies } = this.#chooseCoding(request, path)
    const isImmutable = fallback === undefined && this.#isImmutable(request)
    const vary = [...(fallback ? ['Accept'] : []), ...(varies ? ['Accept-Encoding'] : [])]
    const headers = {
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(vary.length > 0 && { vary: vary.join(', ') }),
      ...(coding && { 'content-encoding': coding }),
    }
    const contentType = coding && FileBody.in(this.folder, path)?.contentType
    const reply = Reply.fileIn(this.folder, path + (coding ? extensions[coding] : ''), {
      headers,
      ...(contentType && { contentType }),
    })
    // The file was deleted after `find` found it.
    if (!reply.file) throw new HttpError(404, 'There is no such file.')
    return fileReply(request, reply, reply.file)
  }

  #chooseCoding(request: HttpRequest, path: string): { coding?: Coding; varies: boolean } {
    if (!this.options.precompressed) return { varies: false }
    const available = codings.filter((coding) => this.#has(path + extensions[coding]))
    const [coding] = acceptedCodings(request.header('accept-encoding'), available)
    return { ...(coding && { coding }), varies: available.length > 0 }
  }

  #isImmutable({ path }: HttpRequest): boolean {
    const { immutable } = this.options
    // `search` ignores the `lastIndex` of a global expression.
    return immutable !== undefined && decodeURIComponent(path).search(immutable) >= 0
  }

  #has(path: string): boolean {
    try {
      return FileBody.in(this.folder, path) !== undefined
    } catch {
      // `handle` throws the same error again, inside all middleware.
      return true
    }
  }
}

const extensions = { zstd: '.zst', br: '.br', gzip: '.gz' } as const

const codings = Object.keys(extensions) as readonly Coding[]
