const local: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a `Host` is local, or in the list with or without its port. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const lower = host.toLowerCase()
  const name = lower.replace(/:\d+$/, '')
  return local.has(name) || allowed.includes(name) || allowed.includes(lower)
}

/** Whether an `Origin` is that of an allowed host. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return URL.canParse(origin) && isAllowedHost(new URL(origin).host, allowed)
}
