import type { Config } from '../config/config.ts'
import type { MiddlewareClass } from '../http/middleware.ts'
import { AccessLog, accessLogOf } from './access-log.ts'
import { idsOf, RequestIds } from './request-ids.ts'

/** What the configuration puts around every request, the outermost first. */
export function observersOf(config: Config): MiddlewareClass[] {
  return [...(accessLogOf(config) ? [AccessLog] : []), ...(idsOf(config) ? [RequestIds] : [])]
}
