/** A `Content-Disposition` that offers a download under a name, whatever characters the name holds. */
export function attachment(filename: string): string {
  const name = filename.replace(/\p{Cc}/gu, '').toWellFormed()
  const plain = name.replace(/[^\u0020-\u007e]|["%/\\]/gu, '_')
  const quoted = `attachment; filename="${plain}"`
  return plain === name ? quoted : `${quoted}; filename*=UTF-8''${encode(name)}`
}

/** Percent-encoding as RFC 8187 asks for it. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
