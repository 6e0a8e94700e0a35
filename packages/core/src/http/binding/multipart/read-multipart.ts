import { Dicer } from '@fastify/busboy'
import { HttpError } from '../../message/http-error.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import type { BodyLimits } from '../body-limits.ts'
import type { DecodedBody } from '../read-body.ts'
import { MultipartForm, type FormPart } from './multipart-form.ts'
import { readPartHeader, type RawHeader } from './part-header.ts'

const maxHeaderSize = 8 * 1024
const maxHeaderPairs = 16
/** The maximum length of a boundary, from RFC 2046. */
const maxBoundary = 70

/** Reads a form while it arrives. Large files are written to temporary files if the platform has a file system. */
export async function readMultipart(
  request: HttpRequest,
  limits: BodyLimits,
  jsonFields: ReadonlySet<string>,
): Promise<DecodedBody> {
  const boundary = boundaryOf(request.header('content-type') ?? '')
  const config = { boundary, maxHeaderSize, maxHeaderPairs }
  const parser = new Dicer(config)
  allowPadding(parser)
  const form = new MultipartForm(limits, jsonFields, request.givesPiecesAway ?? false)
  try {
    await parse(request, parser, form, limits)
    return { value: form.toFields(), needsCast: true, ...form.toDiscard() }
  } catch (error) {
    await form.discard()
    throw error
  }
}

const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"]*))/gu

function boundaryOf(contentType: string): string {
  const parameters = [...contentType.matchAll(parameter)]
  const boundaryParameter = parameters.find(([, name]) => name?.toLowerCase() === 'boundary')
  const [, , quoted, plain] = boundaryParameter ?? []
  const boundary = quoted?.replace(/\\(.)/gu, '$1') ?? plain ?? ''
  if (boundary === '')
    throw new HttpError(400, 'The Content-Type of the multipart form has no boundary.')
  if (boundary.length <= maxBoundary) return boundary
  throw new HttpError(400, `The boundary of the multipart form is over ${maxBoundary} characters.`)
}

/** The private header parser of Dicer. */
interface Internals {
  readonly _hparser: { buffer: string; _parseHeader(): void }
}

/** Makes the parser ignore spaces after a delimiter, which RFC 2046 allows in section 5.1.1. */
function allowPadding(parser: Dicer): void {
  const { _hparser: header } = parser as unknown as Internals
  const parseHeader = header._parseHeader.bind(header)
  header._parseHeader = () => {
    header.buffer = header.buffer.replace(/^[ \t]+(?=\r\n)/u, '')
    parseHeader()
  }
}

/** Passes the body to the parser no faster than its files can be written to disk. */
function parse(
  request: HttpRequest,
  parser: Dicer,
  form: MultipartForm,
  limits: BodyLimits,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parts: Promise<void>[] = []
    let isEmpty = true
    let failure: unknown
    const fail = (error: unknown) => reject((failure ??= error))
    const parserFinished = new Promise<void>((close) => parser.on('finish', close))
    parser.on('error', () => fail(malformed()))
    parser.on('part', (part) => {
      const read = readPart(part, form)
      read.catch(fail)
      parts.push(read)
    })
    const onChunk = async (bytes: Uint8Array) => {
      isEmpty = false
      // If the parser pauses in the chunk that ends the form, it does not call the callback.
      await Promise.race([new Promise((written) => parser.write(bytes, written)), parserFinished])
      await form.whenWritten()
      if (failure !== undefined) throw failure
    }
    const finish = async () => {
      if (isEmpty) return
      parser.end()
      await parserFinished
      await Promise.all(parts)
      await form.whenWritten()
    }
    request.passBytes(limits.body, onChunk).then(finish).then(resolve, fail)
  })
}

function readPart(part: Dicer.PartStream, form: MultipartForm): Promise<void> {
  return new Promise((resolve, reject) => {
    let target: FormPart | undefined
    const attempt = (action: () => void) => {
      try {
        action()
      } catch (error) {
        part.removeAllListeners('data').resume()
        reject(error)
      }
    }
    const open = (header: object) =>
      attempt(() => (target = form.open(readPartHeader(header as RawHeader, maxHeaderSize))))
    const end = () => {
      if (!target) throw malformed()
      target.end()
      resolve()
    }
    part
      .on('header', open)
      .on('data', (bytes) => attempt(() => target?.write(bytes as Buffer<ArrayBuffer>)))
      .on('end', () => attempt(end))
      .on('error', () => reject(malformed()))
  })
}

function malformed(): HttpError {
  return new HttpError(400, 'The multipart form is malformed.')
}
