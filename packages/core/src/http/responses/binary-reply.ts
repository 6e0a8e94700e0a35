import { attachment, Reply } from '../message/reply.ts'

type Binary = Uint8Array<ArrayBuffer> | ArrayBuffer | Blob

/**
 * True for bytes, blobs and files, which have no useful JSON form. Does not use `instanceof Blob`, because that would
 * load the class.
 */
export function isBinary(value: object): value is Binary {
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return true
  const { [Symbol.toStringTag]: tag } = value as { readonly [Symbol.toStringTag]?: unknown }
  return (tag === 'Blob' || tag === 'File') && 'stream' in value
}

/** Sends bytes unchanged, a blob with its type, and a file as a download with its name. */
export function binaryReply(value: Binary, status: number): Reply {
  if (!('stream' in value)) {
    const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
    return new Reply(status, byteHeaders, bytes)
  }
  const { type, size } = value
  const name = 'name' in value ? String(value.name) : ''
  const headers = [
    ...(type === '' ? byteHeaders : ['content-type', type]),
    'content-length',
    String(size),
    ...(name === '' ? [] : ['content-disposition', attachment(name)]),
  ]
  return new Reply(status, headers, value.stream())
}

const byteHeaders: readonly string[] = ['content-type', 'application/octet-stream']
