import type { HttpRequestMessage } from '../channels/channels.ts'
import type { Config } from '../../base/config/config.ts'
import { infoBuffered, type Logger } from '../../base/logging/logger.ts'
import { shortened } from '../routing/method-not-allowed.ts'

/** The status that nginx uses if a client disconnects before the response. */
const clientClosedRequest = 499

/** The fields of an access log line that are not in the request message. */
export interface AccessLogDetails {
  /** The template of the route, if one matched. */
  readonly route: string | undefined
  /** The address of the client. */
  readonly remote: string | undefined
  /** The time until the response ended, in milliseconds. */
  readonly milliseconds: number
}

/**
 * Logs responses after they are sent, and warns about slow ones. Never logs queries, headers or bodies, because they
 * may contain secrets.
 */
export class AccessLog {
  readonly #logger: () => Logger
  readonly #filter: AccessLogFilter | undefined
  readonly #slow: number

  private constructor(logger: () => Logger, filter: AccessLogFilter | undefined, slow: number) {
    this.#logger = logger
    this.#filter = filter
    this.#slow = slow
  }

  /** Creates the log. Returns undefined if neither the log nor warnings are enabled. Throws `ConfigValueInvalid`. */
  static of(config: Config, logger: () => Logger): AccessLog | undefined {
    const setting = config.oneOf('FW_ACCESS_LOG', ['all', 'errors', 'off'], 'off')
    const filter = setting === 'off' ? undefined : setting
    const slow = config.duration('FW_SLOW_REQUEST', Infinity)
    return filter || slow < Infinity ? new AccessLog(logger, filter, slow) : undefined
  }

  write(message: HttpRequestMessage, { route, remote, milliseconds }: AccessLogDetails): void {
    const { method, bytes, aborted, request } = message
    const status = message.status || clientClosedRequest
    const isSlow = milliseconds >= this.#slow
    const isLogged = this.#filter === 'all' || (this.#filter === 'errors' && status >= 400)
    if (!isLogged && !isSlow) return
    const path = shortened(message.path)
    const details = {
      method,
      path,
      route,
      status,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      bytes,
      requestId: request.id,
      remote,
      aborted: aborted || undefined,
    }
    const line = `${method} ${path} ${status}`
    if (isLogged && status >= 500) this.#logger().error(line, details)
    else if (isLogged) infoBuffered(this.#logger(), line, details, detailNames)
    if (isSlow) this.#logger().warn('A request was slow.', details)
  }
}

const detailNames = [
  'method',
  'path',
  'route',
  'status',
  'milliseconds',
  'bytes',
  'requestId',
  'remote',
  'aborted',
]

type AccessLogFilter = 'all' | 'errors'
