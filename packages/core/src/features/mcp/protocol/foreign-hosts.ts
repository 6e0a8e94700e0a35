import { HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'

/**
 * Throws `HttpError` 403 if `Host` or `Origin` is neither local nor allowed, so that a web page cannot access a server
 * on its visitor's machine.
 */
export function refuseForeignHost(request: HttpRequest, allowedHosts: readonly string[]): void {
  const host = request.header('host')
  if (host !== undefined && !isAllowedHost(host, allowedHosts)) refuseHeader('host', host)
  const origin = request.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, allowedHosts)) refuseHeader('origin', origin)
}

function refuseHeader(what: string, value: string): never {
  const remedy = 'Add the host to FW_MCP_ALLOWED_HOSTS, or to allowedHosts of McpServer.'
  throw new HttpError(403, `The ${what} "${value}" is not allowed. ${remedy}`)
}

const local: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True if a `Host` is local, or in the list with or without its port. */
function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const lower = host.toLowerCase()
  const name = lower.replace(/:\d+$/, '')
  return local.has(name) || allowed.includes(name) || allowed.includes(lower)
}

/** True if an `Origin` has an allowed host. */
function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return URL.canParse(origin) && isAllowedHost(new URL(origin).host, allowed)
}
