/** Whether a text is a host, with or without a port, that gives a valid address, and the one that it seems to give. */
export function isHost(text: string): boolean {
  // Some of these would end the host, and a URL leaves out the others.
  return !/[\s/?#@\\]/u.test(text) && URL.canParse(`http://${text}`)
}

let lastHost = ''
let isLastLoopback = false

/** Whether a host, with or without port, is the local machine. Most requests name the host of the one before. */
export function isLoopback(host: string): boolean {
  if (host !== lastHost) {
    isLastLoopback = namesLoopback(host)
    lastHost = host
  }
  return isLastLoopback
}

function namesLoopback(host: string): boolean {
  const name = host.replace(/:\d{0,5}$/u, '').toLowerCase()
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    name.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/u.test(name)
  )
}
