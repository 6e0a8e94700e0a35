/** True if a string is a host, with or without a port, of the characters of RFC 3986, and gives a valid address. */
export function isHost(text: string): boolean {
  return /^[\w.~!$&'()*+,;=:%[\]-]+$/u.test(text) && URL.canParse(`http://${text}`)
}

let lastHost = ''
let isLastLocal = false

/**
 * True if a host, with or without port, is the machine of a developer. In production none is: a proxy with its default settings asks
 * for such a host, too, and its clients are elsewhere. Most requests name the host of the one before.
 */
export function isLocalHost(host: string): boolean {
  if (host !== lastHost) {
    isLastLocal = globalThis.process?.env['NODE_ENV'] !== 'production' && isLoopback(host)
    lastHost = host
  }
  return isLastLocal
}

/** True if a host, with or without port, is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d{0,5}$/u, '').toLowerCase()
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    name.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/u.test(name)
  )
}
