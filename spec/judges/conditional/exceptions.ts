const weakened =
  'Compression sends the weak form of a tag (`@Compress`, nginx, Cloudflare), and clients send it back. The strong tag that it was made of changes ' +
  'with the content, so no other change is overwritten, which is the purpose of the condition ' +
  '([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)). [send](https://github.com/pillarjs/send) of Express accepts it, too.'

/** Why a weak tag is accepted if it is the weak form of a strong one. */
export const exceptions: Readonly<Record<string, string>> = {
  'RFC 9110, 13.1.1: the weak form of the tag': weakened,
  'RFC 9110, 13.1.1: a change of the weak form, by PUT': weakened,
  'RFC 9110, 13.1.1: a change of the weak form, by POST': weakened,
}
