/** Whether a host, with or without port, is the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d{0,5}$/u, '').toLowerCase()
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    name.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/u.test(name)
  )
}
