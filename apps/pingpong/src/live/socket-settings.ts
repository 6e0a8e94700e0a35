import { Config, type int } from '@fw/core'

/**
 * The address of the socket server, and the credentials that its publishers and browsers share with
 * it.
 */
export class SocketSettings {
  readonly appId: string
  readonly key: string
  readonly secret: string
  /** The address that the backend publishes to. */
  readonly host: string
  readonly port: int
  /** The address that the browser connects to. */
  readonly browserHost: string
  readonly browserPort: int

  constructor(config: Config) {
    this.appId = config.string('SOCKET_APP_ID', 'pingpong')
    this.key = config.string('SOCKET_KEY', 'pingpong-key')
    this.secret = config.string('SOCKET_SECRET', 'pingpong-secret')
    this.host = config.string('SOCKET_HOST', '127.0.0.1')
    this.port = config.int('SOCKET_PORT', 6001)
    this.browserHost = config.string('SOCKET_BROWSER_HOST', 'localhost')
    this.browserPort = config.int('SOCKET_BROWSER_PORT', this.port)
  }
}
