import type { Endpoint } from '../http/http-kernel.ts'
import { Reply } from '../message/reply.ts'
import { withoutBody } from '../responses/without-body.ts'
import type { Health, HealthQuestion, HealthReport } from './health.ts'

/** By the path that asks for it. */
export const healthQuestions: ReadonlyMap<string, HealthQuestion> = new Map([
  ['/health/live', 'live'],
  ['/health/ready', 'ready'],
  ['/health', 'all'],
])

/** 200, or 503 where nobody is to send requests; with what each check has found where `isDetailed`. */
export function healthReply({ status, checks }: HealthReport, isDetailed: boolean): Reply {
  return Reply.json(isDetailed ? { status, checks } : { status }, {
    status: status === 'up' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  })
}

/** Answers whoever may reach the application, and tells no more than the status. */
export function publicProbes(health: Health): ReadonlyMap<string, Endpoint> {
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

/** Of a method that is neither GET nor HEAD. */
export function notAsked(path: string): Reply {
  return Reply.error(405, `${path} is asked for with GET.`).withHeader('allow', 'GET, HEAD')
}
