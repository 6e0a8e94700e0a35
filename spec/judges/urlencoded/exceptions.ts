const reason =
  'No serializer writes it ([WHATWG URL, 5.2](https://url.spec.whatwg.org/#urlencoded-serializing)), and a server may refuse ' +
  'what it takes for a mistake of the client ([RFC 9110, 15.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1)). It is 400, with the text that is malformed.'

export const exceptions = Object.fromEntries(
  [
    'a percent sign alone',
    'a percent sign at the end',
    'one hexadecimal digit',
    'one hexadecimal digit and another character',
    'a digit that is not hexadecimal',
    'a percent sign before one that is encoded',
    'encoded bytes that are no UTF-8',
    'the first byte of two',
    'the first byte of two, and a letter',
    'bytes that are no UTF-8',
  ].map((name) => [`WHATWG URL, 5.1: ${name}`, reason]),
)
