/** What tells who asks. */
export interface Caller {
  /** Of the peer of the connection. */
  readonly address: string | undefined
  readonly host: string | undefined
  /** The value of `X-Forwarded-For`. */
  readonly forwarded: string | undefined
}

const loopbackAddress = /^(?:::ffff:)?127(?:\.\d+){3}$|^::1$/

const loopbackHost = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/**
 * Whether a program on this machine asks, and a page in its browser only where it comes from this machine too: another page
 * whose name leads here sends that name as `Host`.
 */
export function isLocal({ address = '', host = '', forwarded = '' }: Caller): boolean {
  const passedOn = forwarded.split(',').map((one) => one.trim())
  return (
    loopbackAddress.test(address) &&
    loopbackHost.test(host) &&
    passedOn.every((one) => one === '' || loopbackAddress.test(one))
  )
}
