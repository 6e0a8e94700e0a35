import type { Handler } from '../../http/message/handler.ts'
import { Reply } from '../../http/message/reply.ts'
import { withoutBody } from '../../http/responses/without-body.ts'
import type { Health, HealthQuestion, HealthReport } from './health.ts'

/** The kind of report of each health path. */
export const healthQuestions: ReadonlyMap<string, HealthQuestion> = new Map([
  ['/health/live', 'live'],
  ['/health/ready', 'ready'],
  ['/health', 'all'],
])

/** Returns status 200, or 503 if the process should get no requests. `isDetailed` includes the result of each check. */
export function healthReply({ status, checks }: HealthReport, isDetailed: boolean): Reply {
  return Reply.json(isDetailed ? { status, checks } : { status }, {
    status: status === 'up' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}

/** Returns the probes for the port of the application, which reveal only the status. */
export function publicProbes(health: Health): ReadonlyMap<string, Handler> {
  const questions = [...healthQuestions].filter(([, question]) => question !== 'all')
  return new Map(
    questions.map(([path, question]) => [
      path,
      async ({ method }) => {
        if (method !== 'GET' && method !== 'HEAD') return notAsked(path)
        const reply = healthReply(await health.report(question), false)
        return method === 'HEAD' ? withoutBody(reply) : reply
      },
    ]),
  )
}

/** Returns the response for a method other than GET and HEAD. */
export function notAsked(path: string): Reply {
  return Reply.error(405, `${path} only supports GET.`).withHeader('allow', 'GET, HEAD')
}
