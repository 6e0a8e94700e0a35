import { defaultBinding } from '../container/binding.ts'
import { Stage, type Middleware, type Next } from '../http/middleware.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Operation } from '../schema/operation.ts'
import type { Rate } from './rate.ts'
import type { Taken } from './rate-limiter.ts'

interface Judgement {
  readonly rate: Rate
  readonly taken: Taken
}

const judgements = new WeakMap<HttpRequest, Judgement[]>()

/** What the headers of the answer will tell. */
export function noteJudgement(request: HttpRequest, rate: Rate, taken: Taken): void {
  const noted = judgements.get(request)
  if (noted) noted.push({ rate, taken })
  else judgements.set(request, [{ rate, taken }])
}

/** Tells on every answer how much is left: draft-ietf-httpapi-ratelimit-headers-10. */
export class RateLimitHeaders implements Middleware {
  static readonly [defaultBinding] = (): RateLimitHeaders => new RateLimitHeaders()

  handle(request: HttpRequest, next: Next): ReturnType<Next> {
    return next((reply) => {
      const noted = judgements.get(request)
      return noted
        ? reply
            .replacingHeader('ratelimit-policy', noted.map(toPolicy).join(', '))
            .replacingHeader('ratelimit', noted.map(toState).join(', '))
        : reply
    })
  }
}

Stage('respond')(RateLimitHeaders)

function toPolicy({ rate }: Judgement): string {
  return `${rate.label};q=${rate.limit};w=${rate.seconds}`
}

function toState({ rate, taken }: Judgement): string {
  return `${rate.label};r=${taken.remaining};t=${taken.reset}`
}

const text = { type: 'string' } as const

export const rateLimitResponses: Operation['responses'] = {
  429: {
    description: 'Too many requests.',
    headers: {
      'Retry-After': {
        description: 'Seconds to wait.',
        schema: { type: 'integer', minimum: 0 },
      },
      'RateLimit-Policy': { description: 'The limits: `"name";q=5;w=60`.', schema: text },
      RateLimit: { description: 'What is left of them: `"name";r=0;t=12`.', schema: text },
    },
  },
}
