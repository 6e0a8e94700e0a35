import { FileBody } from './file-body.ts'
import { appended, jsonHeaders, withOneMore } from './header-list.ts'
import { toJson } from './to-json.ts'

/** What a reply carries: text, bytes, a stream, or nothing. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

/** What answers a request: a reply of ours, or a web `Response`, which passes through untouched. */
export type Answer = Reply | Response

/** Status and headers of a reply. */
export interface ReplyOptions {
  /** Default 200. */
  readonly status?: number
  /** By name. They replace those that the builder sets. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Status, headers, type and name of a file. */
export interface FileReplyOptions extends ReplyOptions {
  /** Default: by the name of the file. */
  readonly contentType?: string
  /** Makes it a download under this name. */
  readonly filename?: string
}

/** What a `Reply` carries, and under which status, for compilers alone. */
declare const carried: unique symbol

/**
 * An answer for any platform, written directly by its adapter. `Reply<Order>` carries an order as JSON, and
 * `Reply<Order, 201>` under that status: a method that declares it publishes so.
 */
export class Reply<Data = unknown, Status extends number = number> {
  declare readonly [carried]?: { readonly data: Data; readonly status: Status }
  readonly status: number
  /** Name, value, name, value … A name may repeat, as `Set-Cookie` does. */
  readonly headers: readonly string[]
  readonly body: ReplyBody
  /** The file that the body streams. What a request wants of it, such as a range, is applied when it is answered. */
  readonly file: FileBody | undefined
  /** What was thrown, where this is the reply to an error. */
  readonly error: unknown

  constructor(
    status: number,
    headers: readonly string[],
    body: ReplyBody | FileBody,
    error?: unknown,
  ) {
    if (!(status >= 200 && status <= 599)) {
      throw new RangeError(`A reply has a status from 200 to 599, and ${status} is none.`)
    }
    this.status = status
    this.headers = headers
    this.file = body instanceof FileBody ? body : undefined
    this.body = body instanceof FileBody ? body.stream() : body
    this.error = error
  }

  /** A value as JSON. A `bigint` is a number where that is safe, else a string; bytes are a string of base64. */
  static json<Data, Status extends number = number>(
    value: Data,
    { status, headers }: ReplyOptions & { readonly status?: Status } = {},
  ): Reply<Data, Status> {
    return new JsonReply<Data, Status>(
      status ?? 200,
      headers ? withOthers(jsonHeaders, headers) : jsonHeaders,
      value,
      toJson(value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value),
    )
  }

  /** Plain text, as `text/plain`. */
  static text(text: string, options?: ReplyOptions): Reply {
    return Reply.bytes(text, { ...options, contentType: 'text/plain; charset=utf-8' })
  }

  /** A page, as `text/html`. */
  static html(html: string, options?: ReplyOptions): Reply {
    return Reply.bytes(html, { ...options, contentType: 'text/html; charset=utf-8' })
  }

  /** An error of status 4xx or 5xx in the form of the application: `{ "error": message }`, unless it is `problem`. */
  static error(
    status: number,
    message: string,
    { headers }: Pick<ReplyOptions, 'headers'> = {},
  ): Reply<never> {
    const all = headers ? withOthers(jsonHeaders, headers) : jsonHeaders
    return new ErrorReply(status, all, message)
  }

  /** Sends the client to `url`, relative or absolute. Characters that a header cannot hold are percent-encoded. */
  static redirect(url: string, { status = 302, headers }: ReplyOptions = {}): Reply<never> {
    const location = url.replace(/[^\u0021-\u007e]/gu, encodeCharacter)
    return new Reply(status, withOthers(['location', location], headers), null)
  }

  /** Data in memory, under the given media type. */
  static bytes(
    contents: string | Uint8Array<ArrayBuffer>,
    options: FileReplyOptions & { readonly contentType: string },
  ): Reply {
    const headers = withOthers(contentHeaders(options.contentType, options), options.headers)
    return new Reply(options.status ?? 200, headers, contents)
  }

  /**
   * A file, streamed; 404 where there is none. Ranges and conditional requests are answered. The path is taken as it
   * is: use `fileIn` for one that a client can influence.
   */
  static file(path: string, options?: FileReplyOptions): Reply {
    return fileReply(FileBody.at(path), options)
  }

  /** As `file`, inside `folder`; 404 too where the path leads out of it. */
  static fileIn(folder: string, path: string, options?: FileReplyOptions): Reply {
    return fileReply(FileBody.in(folder, path), options)
  }

  /** The first value of a header, by its name in any case. */
  header(name: string): string | undefined {
    const place = placeOf(this.headers, name)
    return place === -1 ? undefined : this.headers[place + 1]
  }

  /** The same reply with another status. */
  withStatus(status: number): Reply<Data> {
    return new Reply<Data>(status, this.headers, this.file ?? this.body, this.error)
  }

  /** The same reply with another body. Headers about the old body, such as its length, stay. */
  withBody(body: ReplyBody): Reply {
    return new Reply(this.status, this.headers, body, this.error)
  }

  /** The same reply, marked as the answer to an error, which `error` returns. */
  withError(error: unknown): Reply<Data, Status> {
    return new Reply<Data, Status>(this.status, this.headers, this.file ?? this.body, error)
  }

  /** The same reply with one more header. */
  withHeader(name: string, value: string): Reply<Data, Status> {
    return this.withHeaders(withOneMore(this.headers, name, value))
  }

  /** The same reply with a header in the place of those of its name. */
  replacingHeader(name: string, value: string): Reply<Data, Status> {
    const { headers } = this
    const place = placeOf(headers, name)
    const isOnlyOne = place !== -1 && placeOf(headers, name, place + 2) === -1
    return isOnlyOne
      ? this.withHeaders(headers.with(place + 1, value))
      : this.withoutHeader(name).withHeader(name, value)
  }

  /** The same reply, whose `Vary` names these headers too. */
  vary(...names: string[]): Reply<Data, Status> {
    if (names.length > 0 && this.header('vary') === undefined) {
      return this.withHeader('vary', names.join(', '))
    }
    const known = this.headers.filter(
      (_, place) => place % 2 === 1 && this.headers[place - 1]?.toLowerCase() === 'vary',
    )
    const listed = new Set(known.join(',').toLowerCase().replaceAll(' ', '').split(','))
    const added = names.filter((name) => !listed.has(name.toLowerCase()))
    if (added.length === 0 || listed.has('*')) return this
    return this.replacingHeader('vary', [...known, ...added].join(', '))
  }

  /** The same reply with these headers in the place of its own. */
  withHeaders(headers: readonly string[]): Reply<Data, Status> {
    return new Reply<Data, Status>(this.status, headers, this.file ?? this.body, this.error)
  }

  /** The same reply without the headers of a name. */
  withoutHeader(name: string): Reply<Data, Status> {
    let { headers } = this
    let place = placeOf(headers, name)
    if (place === -1) return this
    for (; place !== -1; place = placeOf(headers, name, place))
      headers = headers.toSpliced(place, 2)
    return this.withHeaders(headers)
  }
}

/** What `Reply.json` builds. The form of its data is known once the declared type of the method is. */
export class JsonReply<Data, Status extends number> extends Reply<Data, Status> {
  readonly data: Data
  readonly #json: string

  constructor(
    status: number,
    headers: readonly string[],
    data: Data,
    json: string,
    error?: unknown,
  ) {
    super(status, headers, json, error)
    this.data = data
    this.#json = json
  }

  /** Returns the same reply with the data as `form` returns it. */
  inForm(form: (data: unknown) => unknown): Reply {
    return new Reply(this.status, this.headers, toJson(form(this.data)), this.error)
  }

  override withStatus(status: number): Reply<Data> {
    return new JsonReply<Data, number>(status, this.headers, this.data, this.#json, this.error)
  }

  override withHeaders(headers: readonly string[]): Reply<Data, Status> {
    return new JsonReply<Data, Status>(this.status, headers, this.data, this.#json, this.error)
  }

  override withError(error: unknown): Reply<Data, Status> {
    return new JsonReply<Data, Status>(this.status, this.headers, this.data, this.#json, error)
  }
}

/** What `Reply.error` builds. The form of errors is known where it is answered. */
export class ErrorReply extends Reply<never> {
  readonly message: string

  constructor(status: number, headers: readonly string[], message: string, error?: unknown) {
    super(status, headers, toJson({ error: message }), error)
    this.message = message
  }

  override withStatus(status: number): ErrorReply {
    return new ErrorReply(status, this.headers, this.message, this.error)
  }

  override withHeaders(headers: readonly string[]): ErrorReply {
    return new ErrorReply(this.status, headers, this.message, this.error)
  }

  override withError(error: unknown): ErrorReply {
    return new ErrorReply(this.status, this.headers, this.message, error)
  }
}

/** The same reply with further names and values. */
export function withMore<Data, Status extends number>(
  reply: Reply<Data, Status>,
  headers: readonly string[],
): Reply<Data, Status> {
  return reply.withHeaders(appended(reply.headers, ...headers))
}

/** Where the first header of a name stands, from a place on; -1 where there is none. */
function placeOf(headers: readonly string[], name: string, start = 0): number {
  const wanted = name.toLowerCase()
  for (let place = start; place < headers.length; place += 2) {
    const found = headers[place] as string
    // Few names have the same length.
    if (found.length === wanted.length && found.toLowerCase() === wanted) return place
  }
  return -1
}

/** A web `Response`, as middleware sees it. Where nobody changes it, that very `Response` is sent. */
export class ResponseReply extends Reply {
  readonly response: Response

  constructor(response: Response) {
    super(response.status, [...response.headers].flat(), response.body as ReplyBody)
    this.response = response
  }
}

/** Whether a value is a stream of bytes or text, or a series of events. */
export function isStreamable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value
}

/** Whether an answer of this status never has a body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status === 205
}

/** Whether a value is a web `Response`. Naming that class would load all of Node's `fetch`. */
export function isResponse(value: object): value is Response {
  return Symbol.toStringTag in value && value[Symbol.toStringTag] === 'Response'
}

/** Whether a body is a stream. Naming that class for other bodies would load it, and all that belongs to it. */
export function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && body instanceof ReadableStream
}

function fileReply(file: FileBody | undefined, options: FileReplyOptions = {}): Reply {
  if (!file) return Reply.error(404, 'There is no such file.')
  const { etag, lastModified } = file.validators
  const headers = [
    ...contentHeaders(options.contentType ?? file.contentType, options),
    'etag',
    etag,
    'last-modified',
    lastModified,
    'accept-ranges',
    'bytes',
    'content-length',
    String(file.size),
  ]
  return new Reply(options.status ?? 200, withOthers(headers, options.headers), file)
}

function contentHeaders(type: string, { filename }: FileReplyOptions): string[] {
  const disposition =
    typeof filename === 'string' ? ['content-disposition', attachment(filename)] : []
  return ['content-type', type, ...disposition]
}

/** Headers of the options replace own ones of the same name. */
function withOthers(own: readonly string[], others: ReplyOptions['headers'] = {}): string[] {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  const kept = own.filter((_, index) => !names.has(own[index - (index % 2)]?.toLowerCase() ?? ''))
  return [...kept, ...Object.entries(others).flat()]
}

/** A `Content-Disposition` that offers a download under a name, whatever characters the name holds. */
export function attachment(filename: string): string {
  const name = filename.replace(/\p{Cc}/gu, '').toWellFormed()
  const plain = name.replace(/[^\u0020-\u007e]|["%/\\]/gu, '_')
  const quoted = `attachment; filename="${plain}"`
  return plain === name ? quoted : `${quoted}; filename*=UTF-8''${encodeFilename(name)}`
}

/** Percent-encoding as RFC 8187 asks for it. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function encodeCharacter(character: string): string {
  // A lone surrogate has no encoding.
  return encodeURIComponent(character.toWellFormed())
}
