import { FileBody } from './file-body.ts'
import { appended, jsonHeaders, withAddedHeader } from './header-list.ts'
import { toJson } from './to-json.ts'

/** The body of a reply: a string, bytes, a stream, or null for no body. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

/** The result of handling a request: a `Reply` or a web `Response`. */
export type ReplyOrResponse = Reply | Response

/** The status and headers of a reply. */
export interface ReplyOptions {
  /** The status code. Default: 200, or 302 for a redirect. */
  readonly status?: number
  /** Headers by name. They replace default headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Options for a file reply: status, headers, media type and file name. */
export interface FileReplyOptions extends ReplyOptions {
  /** The media type. Default: the type for the file extension. */
  readonly contentType?: string
  /** The file name for a download. If it is set, browsers save the file instead of displaying it. */
  readonly filename?: string
}

/** A property that exists only in types, for the data and the status of a `Reply`. */
declare const carried: unique symbol

/**
 * A response for any platform, written directly by the platform's adapter. `Reply<Order>` has an
 * order as its JSON body, and `Reply<Order, 201>` also has the status 201. The OpenAPI document
 * includes the type and the status.
 */
export class Reply<Data = unknown, Status extends number = number> {
  declare readonly [carried]?: { readonly data: Data; readonly status: Status }
  readonly status: number
  /** Alternating names and values. A name such as `Set-Cookie` may occur several times. */
  readonly headers: readonly string[]
  readonly body: ReplyBody
  /** The file that the body streams. If a route returns the reply, ranges and conditions of the request are applied. */
  readonly file: FileBody | undefined
  /** The error, if this is a response to one. */
  readonly error: unknown

  constructor(
    status: number,
    headers: readonly string[],
    body: ReplyBody | FileBody,
    error?: unknown,
  ) {
    if (!(status >= 200 && status <= 599)) {
      throw new RangeError(`A reply has a status from 200 to 599, not ${status}.`)
    }
    this.status = status
    this.headers = headers
    this.file = body instanceof FileBody ? body : undefined
    this.body = body instanceof FileBody ? body.stream() : body
    this.error = error
  }

  /**
   * Creates a JSON reply. A `bigint` is written as a number if that is safe, otherwise as a string. If the whole value
   * is a `Uint8Array`, it is written as base64.
   */
  static json<Data, Status extends number = number>(
    value: Data,
    { status, headers }: ReplyOptions & { readonly status?: Status } = {},
  ): Reply<Data, Status> {
    return new JsonReply<Data, Status>(
      status ?? 200,
      headers ? mergeHeaders(jsonHeaders, headers) : jsonHeaders,
      value,
      toJson(value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value),
    )
  }

  /** Creates a plain text reply, as `text/plain`. */
  static text(text: string, options?: ReplyOptions): Reply {
    return Reply.bytes(text, { ...options, contentType: 'text/plain; charset=utf-8' })
  }

  /** Creates an HTML reply, as `text/html`. */
  static html(html: string, options?: ReplyOptions): Reply {
    return Reply.bytes(html, { ...options, contentType: 'text/html; charset=utf-8' })
  }

  /**
   * Creates an error reply with status 4xx or 5xx in the error format of the application: `{ "error": message }` by
   * default.
   */
  static error(
    status: number,
    message: string,
    { headers }: Pick<ReplyOptions, 'headers'> = {},
  ): Reply<never> {
    const allHeaders = headers ? mergeHeaders(jsonHeaders, headers) : jsonHeaders
    return new ErrorReply(status, allHeaders, message)
  }

  /**
   * Redirects the client to `url`, relative or absolute. Spaces, control characters and non-ASCII characters are
   * percent-encoded.
   */
  static redirect(url: string, { status = 302, headers }: ReplyOptions = {}): Reply<never> {
    const location = url.replace(/[^\u0021-\u007e]/gu, encodeCharacter)
    return new Reply(status, mergeHeaders(['location', location], headers), null)
  }

  /** Creates a reply from data in memory, with the given media type. */
  static bytes(
    contents: string | Uint8Array<ArrayBuffer>,
    options: FileReplyOptions & { readonly contentType: string },
  ): Reply {
    const headers = mergeHeaders(contentHeaders(options.contentType, options), options.headers)
    return new Reply(options.status ?? 200, headers, contents)
  }

  /**
   * Streams a file, or responds with 404 if it does not exist. Range and conditional requests are supported. The path
   * is not checked: use `fileIn` if it depends on client input.
   */
  static file(path: string, options?: FileReplyOptions): Reply {
    return fileReply(FileBody.at(path), options)
  }

  /** Like `file`, but inside `folder`. Also responds with 404 if the path is outside of the folder. */
  static fileIn(folder: string, path: string, options?: FileReplyOptions): Reply {
    return fileReply(FileBody.in(folder, path), options)
  }

  /** Returns the first value of a header. The name is not case-sensitive. */
  header(name: string): string | undefined {
    const index = indexOfHeader(this.headers, name)
    return index === -1 ? undefined : this.headers[index + 1]
  }

  /** Returns the reply with a different status. */
  withStatus(status: number): Reply<Data> {
    return new Reply<Data>(status, this.headers, this.file ?? this.body, this.error)
  }

  /** Returns the reply with a different body. Headers about the old body, such as its length, are kept. */
  withBody(body: ReplyBody): Reply {
    return new Reply(this.status, this.headers, body, this.error)
  }

  /** Returns the reply, marked as the response to an error. */
  withError(error: unknown): Reply<Data, Status> {
    return new Reply<Data, Status>(this.status, this.headers, this.file ?? this.body, error)
  }

  /** Returns the reply with one more header. */
  withHeader(name: string, value: string): Reply<Data, Status> {
    return this.withHeaders(withAddedHeader(this.headers, name, value))
  }

  /** Returns the reply with a header that replaces all headers of the same name. */
  replacingHeader(name: string, value: string): Reply<Data, Status> {
    const { headers } = this
    const index = indexOfHeader(headers, name)
    const isOnlyOne = index !== -1 && indexOfHeader(headers, name, index + 2) === -1
    return isOnlyOne
      ? this.withHeaders(headers.with(index + 1, value))
      : this.withoutHeader(name).withHeader(name, value)
  }

  /** Returns the reply with these names added to `Vary`. */
  vary(...names: string[]): Reply<Data, Status> {
    if (names.length > 0 && this.header('vary') === undefined) {
      return this.withHeader('vary', names.join(', '))
    }
    const existing = this.headers.filter(
      (_, index) => index % 2 === 1 && this.headers[index - 1]?.toLowerCase() === 'vary',
    )
    const listed = new Set(existing.join(',').toLowerCase().replaceAll(' ', '').split(','))
    const added = names.filter((name) => !listed.has(name.toLowerCase()))
    if (added.length === 0 || listed.has('*')) return this
    return this.replacingHeader('vary', [...existing, ...added].join(', '))
  }

  /** Returns the reply with different headers. */
  withHeaders(headers: readonly string[]): Reply<Data, Status> {
    return new Reply<Data, Status>(this.status, headers, this.file ?? this.body, this.error)
  }

  /** Returns the reply without a header. */
  withoutHeader(name: string): Reply<Data, Status> {
    let { headers } = this
    let index = indexOfHeader(headers, name)
    if (index === -1) return this
    for (; index !== -1; index = indexOfHeader(headers, name, index))
      headers = headers.toSpliced(index, 2)
    return this.withHeaders(headers)
  }
}

/**
 * The result of `Reply.json`. Its data is converted later, according to the declared return type of the route method.
 */
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

  /** Returns the reply with its data converted by `form`. */
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

/** The result of `Reply.error`. Its body is written in the error format of the application. */
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

/** Returns the reply with more headers, as alternating names and values. */
export function withMoreHeaders<Data, Status extends number>(
  reply: Reply<Data, Status>,
  headers: readonly string[],
): Reply<Data, Status> {
  return reply.withHeaders(appended(reply.headers, ...headers))
}

/** Returns the index of the first header named `name` at or after `start`, or -1. */
function indexOfHeader(headers: readonly string[], name: string, start = 0): number {
  const lowerName = name.toLowerCase()
  for (let index = start; index < headers.length; index += 2) {
    const headerName = headers[index] as string
    // Compares lengths first, because few names have the same length.
    if (headerName.length === lowerName.length && headerName.toLowerCase() === lowerName)
      return index
  }
  return -1
}

/** A web `Response` in the form that middleware expects. If it is not changed, the original `Response` is sent. */
export class ResponseReply extends Reply {
  readonly response: Response

  constructor(response: Response) {
    super(response.status, [...response.headers].flat(), response.body as ReplyBody)
    this.response = response
  }
}

/** True if a value is a stream or an async iterable. */
export function isStreamable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value
}

/** True if responses of this status never have a body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status === 205
}

/** True if a value is a web `Response`. Does not use `instanceof`, because that would load Node's `fetch`. */
export function isResponse(value: object): value is Response {
  return Symbol.toStringTag in value && value[Symbol.toStringTag] === 'Response'
}

/**
 * True if a body is a stream. For strings and null, does not use `instanceof`, because that would load the stream
 * modules.
 */
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
  return new Reply(options.status ?? 200, mergeHeaders(headers, options.headers), file)
}

function contentHeaders(type: string, { filename }: FileReplyOptions): string[] {
  const disposition =
    typeof filename === 'string' ? ['content-disposition', attachment(filename)] : []
  return ['content-type', type, ...disposition]
}

/** Adds the headers of the options, which replace headers of the same name. */
function mergeHeaders(
  defaults: readonly string[],
  overrides: ReplyOptions['headers'] = {},
): string[] {
  const names = new Set(Object.keys(overrides).map((name) => name.toLowerCase()))
  const kept = defaults.filter(
    (_, index) => !names.has(defaults[index - (index % 2)]?.toLowerCase() ?? ''),
  )
  return [...kept, ...Object.entries(overrides).flat()]
}

/** Returns a `Content-Disposition` for a download. The name may contain any characters. */
export function attachment(filename: string): string {
  const name = filename.replace(/\p{Cc}/gu, '').toWellFormed()
  const plain = name.replace(/[^\u0020-\u007e]|["%/\\]/gu, '_')
  const quoted = `attachment; filename="${plain}"`
  return plain === name ? quoted : `${quoted}; filename*=UTF-8''${encodeFilename(name)}`
}

/** Percent-encodes a file name as defined by RFC 8187. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function encodeCharacter(character: string): string {
  // Replaces lone surrogates, which cannot be encoded.
  return encodeURIComponent(character.toWellFormed())
}
