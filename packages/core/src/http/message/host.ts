/** True if a string is a valid host, with or without a port, and has only characters allowed by RFC 3986. */
export function isHost(text: string): boolean {
  return /^[\w.~!$&'()*+,;=:%[\]-]+$/u.test(text) && URL.canParse(`http://${text}`)
}

let lastHost = ''
let isLastLocal = false

/**
 * True if a host, with or without port, is the local machine. Always false in production, because proxies with default
 * settings send such hosts for remote clients. The last result is cached, because most requests have the same host.
 */
export function isLocalHost(host: string): boolean {
  if (host !== lastHost) {
    isLastLocal = globalThis.process?.env['NODE_ENV'] !== 'production' && isLoopback(host)
    lastHost = host
  }
  return isLastLocal
}

/** True if a host, with or without port, is a loopback name or address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d{0,5}$/u, '').toLowerCase()
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    name.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/u.test(name)
  )
}
