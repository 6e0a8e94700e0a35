import { defaultBinding } from '../../container/binding.ts'
import { supplied } from '../../container/supplied.ts'
import { ownProvided, ownStage, type Middleware, type Next } from '../../http/chain/middleware.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import { withMore } from '../../message/reply.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Operation } from '../../schema/operation.ts'
import { exposing } from '../expose.ts'
import type { Rate } from './rate.ts'
import type { Taken } from './rate-limiter.ts'

interface Judgement {
  readonly rate: Rate
  readonly taken: Taken
}

class Judgements {
  static readonly [supplied] = undefined
  readonly all: Judgement[] = []
}

/** Stores a limit and its state for the response headers. */
export function noteJudgement(request: HttpRequest, rate: Rate, taken: Taken): void {
  request.get(Judgements).all.push({ rate, taken })
}

/** Adds the remaining quota to every response: draft-ietf-httpapi-ratelimit-headers-10. */
export class RateLimitHeaders implements Middleware {
  static readonly [ownStage] = 'respond'
  static readonly [ownProvided]: readonly Class[] = [Judgements]
  static readonly [defaultBinding] = (): RateLimitHeaders => new RateLimitHeaders()

  handle(request: HttpRequest, next: Next): ReturnType<Next> {
    const judgements = new Judgements()
    request.provide(Judgements, judgements)
    const { all } = judgements
    return next((reply) => {
      if (all.length === 0) return reply
      const others = reply.withoutHeader('ratelimit-policy').withoutHeader('ratelimit')
      let policies = ''
      let states = ''
      for (const judgement of all) {
        const separator = states === '' ? '' : ', '
        policies += separator + judgement.rate.policy
        states += separator + toState(judgement)
      }
      const counted = withMore(others, ['ratelimit-policy', policies, 'ratelimit', states])
      return exposing(counted, 'RateLimit', 'RateLimit-Policy')
    })
  }
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
