/** The properties of a request that identify its caller. */
export interface Caller {
  /** The address at the other end of the connection. */
  readonly address: string | undefined
  header(name: string): string | undefined
}

/**
 * True if a program on this machine sent the request. Also checks the headers in which proxies
 * describe their clients, and the `Host` header, because the host name of a foreign page may
 * resolve to this machine.
 */
export function isLocal(caller: Caller): boolean {
  const { address = '' } = caller
  return (
    loopback.test(address) && loopbackHost.test(caller.header('host') ?? '') && !isForwarded(caller)
  )
}

/** True if the caller is on this machine, and no page of another origin can read the response. */
export function mayRead(caller: Caller): boolean {
  return isLocal(caller) && (isSameOrigin(caller) || isNavigation(caller))
}

/** True if the request was not sent by a page of another origin. Pages cannot set these headers. */
export function isSameOrigin(caller: Caller): boolean {
  const site = caller.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = caller.header('origin')
  return origin === undefined || origin.replace(/^https?:\/\//, '') === caller.header('host')
}

/**
 * True if only the user can see the response, and no page can read it. An example is a click on a link, or the redirect
 * after a login.
 */
function isNavigation(caller: Caller): boolean {
  return (
    caller.header('sec-fetch-mode') === 'navigate' && caller.header('sec-fetch-dest') === 'document'
  )
}

/** Matches a loopback address in the notation of sockets and proxies. */
const loopback = /^(?:(?:::ffff:)?127(?:\.\d+){3}(?::\d+)?|::1|\[::1\](?::\d+)?)$/

const loopbackHost = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** True if a proxy forwarded the request for a client with an unknown address, or on another machine. */
function isForwarded(caller: Caller): boolean {
  const read = (name: string) => caller.header(name)?.trim() ?? ''
  const forwarded = read('forwarded')
  const host = read('x-forwarded-host')
  const clients = [
    ...read('x-forwarded-for').split(','),
    read('x-real-ip'),
    ...Array.from(forwarded.matchAll(/\bfor="?([^";,]*)/gi), ([, client = '']) => client),
  ].flatMap((client) => client.trim() || [])
  const isProxied = clients.length > 0 || forwarded !== '' || host !== '' || read('via') !== ''
  const isLocalClient = clients.length > 0 && clients.every((client) => loopback.test(client))
  return isProxied && !(isLocalClient && (host === '' || loopbackHost.test(host)))
}
