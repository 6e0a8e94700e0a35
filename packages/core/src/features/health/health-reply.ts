import type { Handler } from '../../http/message/handler.ts'
import { Reply } from '../../http/message/reply.ts'
import { withoutBody } from '../../http/responses/without-body.ts'
import type { Health, HealthReportKind, HealthReport } from './health.ts'

/** The report for each health path. */
export const healthReportKinds: ReadonlyMap<string, HealthReportKind> = new Map([
  ['/health/live', 'live'],
  ['/health/ready', 'ready'],
  ['/health', 'all'],
])

/**
 * Returns a reply with status 200 if the report is `up`, otherwise with 503. `isDetailed` adds the result of each
 * check.
 */
export function healthReply({ status, checks }: HealthReport, isDetailed: boolean): Reply {
  return Reply.json(isDetailed ? { status, checks } : { status }, {
    status: status === 'up' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}

/** Returns the probes for the application's port, which reveal only the status. */
export function publicProbes(health: Health): ReadonlyMap<string, Handler> {
  const kinds = [...healthReportKinds].filter(([, kind]) => kind !== 'all')
  return new Map(
    kinds.map(([path, kind]) => [
      path,
      async ({ method }) => {
        if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(path)
        const reply = healthReply(await health.report(kind), false)
        return method === 'HEAD' ? withoutBody(reply) : reply
      },
    ]),
  )
}

/** Returns the response for methods other than GET and HEAD. */
export function methodNotAllowed(path: string): Reply {
  return Reply.error(405, `${path} only supports GET and HEAD.`).withHeader('allow', 'GET, HEAD')
}
