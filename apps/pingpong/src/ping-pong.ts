import { Application, type Config, SameOrigin, SecurityHeaders } from '@fw/core'
import { SocketSettings } from './live/socket-settings.ts'

/**
 * Settings for all requests: the page loads nothing from other sites, and other sites cannot send
 * pings.
 */
@Application()
@SecurityHeaders(securityHeaders)
@SameOrigin()
export class PingPong {}

/** The page opens a socket to where the configuration says. */
function securityHeaders(config: Config) {
  const { browserHost, browserPort } = new SocketSettings(config)
  const policies = [
    "default-src 'self'",
    `connect-src 'self' ws://${browserHost}:${browserPort}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { csp: policies.join('; ') }
}
