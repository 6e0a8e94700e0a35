/** The properties of a request that identify its caller. */
export interface Caller {
  /** The address of the connection's peer. */
  readonly address: string | undefined
  header(name: string): string | undefined
}

/**
 * True if a program on this machine sent the request. A page under another name that resolves to this machine sends
 * that name as `Host`, and proxies add headers about their clients.
 */
export function isLocal(caller: Caller): boolean {
  const { address = '' } = caller
  return (
    loopback.test(address) && loopbackHost.test(caller.header('host') ?? '') && !isPassedOn(caller)
  )
}

/** True if no page of another origin can read the response to a caller on this machine. */
export function mayRead(caller: Caller): boolean {
  return isLocal(caller) && (isSameOrigin(caller) || isNavigation(caller))
}

/** True if no page of another origin has sent the request. Pages cannot set these headers. */
export function isSameOrigin(caller: Caller): boolean {
  const site = caller.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = caller.header('origin')
  return origin === undefined || origin.replace(/^https?:\/\//, '') === caller.header('host')
}

/** True if only the user sees the response and no page does, as after a link or the redirect of a login. */
function isNavigation(caller: Caller): boolean {
  return (
    caller.header('sec-fetch-mode') === 'navigate' && caller.header('sec-fetch-dest') === 'document'
  )
}

/** A loopback address in the notation of sockets and proxies. */
const loopback = /^(?:(?:::ffff:)?127(?:\.\d+){3}(?::\d+)?|::1|\[::1\](?::\d+)?)$/

const loopbackHost = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** True if a proxy has forwarded the request for a client whose address is unknown, or not on this machine. */
function isPassedOn(caller: Caller): boolean {
  const read = (name: string) => caller.header(name)?.trim() ?? ''
  const forwarded = read('forwarded')
  const host = read('x-forwarded-host')
  const clients = [
    ...read('x-forwarded-for').split(','),
    read('x-real-ip'),
    ...Array.from(forwarded.matchAll(/\bfor="?([^";,]*)/gi), ([, client = '']) => client),
  ].flatMap((client) => client.trim() || [])
  const isProxied = clients.length > 0 || forwarded !== '' || host !== '' || read('via') !== ''
  const isFromHere = clients.length > 0 && clients.every((client) => loopback.test(client))
  return isProxied && !(isFromHere && (host === '' || loopbackHost.test(host)))
}
