import type { RecordedRequest } from './recorder.ts'

/**
 * Returns a curl command that sends a recorded request to `host` again, including its secrets. The body must have been
 * kept.
 */
export function curlOf({ method, target, headers, body }: RecordedRequest, host: string): string {
  const headerArguments = headers.flatMap((name, index) =>
    index % 2 === 1 || connectionHeaders.test(name)
      ? []
      : [`-H ${quoted(`${name}: ${headers[index + 1]}`)}`],
  )
  const data = body.text ? [`--data-raw ${quoted(body.text)}`] : []
  return [
    'curl',
    `-X ${method}`,
    quoted(`http://${host}${target}`),
    ...headerArguments,
    ...data,
  ].join(' ')
}

/** Headers that belong to the connection, or that curl generates again. */
export const connectionHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|te|trailer)$/i

/** Quotes a word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
