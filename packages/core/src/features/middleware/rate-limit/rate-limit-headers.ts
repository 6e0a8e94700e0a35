import { defaultBinding } from '../../../base/container/binding.ts'
import { supplied } from '../../../base/container/supplied.ts'
import {
  builtInProvides,
  builtInStage,
  type Middleware,
  type Next,
} from '../../../http/chain/middleware.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { withMoreHeaders } from '../../../http/message/reply.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import type { Operation } from '../../../data/schema/operation.ts'
import { exposing } from '../expose.ts'
import type { Rate } from './rate.ts'
import type { Taken } from './rate-limiter.ts'

interface RateUse {
  readonly rate: Rate
  readonly taken: Taken
}

class RateUses {
  static readonly [supplied] = undefined
  readonly all: RateUse[] = []
}

/** Stores a limit and its state for the response headers. */
export function recordUse(request: HttpRequest, rate: Rate, taken: Taken): void {
  request.get(RateUses).all.push({ rate, taken })
}

/** Adds the remaining quota to the responses to counted requests (draft-ietf-httpapi-ratelimit-headers-10). */
export class RateLimitHeaders implements Middleware {
  static readonly [builtInStage] = 'respond'
  static readonly [builtInProvides]: readonly Class[] = [RateUses]
  static readonly [defaultBinding] = (): RateLimitHeaders => new RateLimitHeaders()

  handle(request: HttpRequest, next: Next): ReturnType<Next> {
    const uses = new RateUses()
    request.provide(RateUses, uses)
    const { all } = uses
    return next((reply) => {
      if (all.length === 0) return reply
      const stripped = reply.withoutHeader('ratelimit-policy').withoutHeader('ratelimit')
      let policies = ''
      let states = ''
      for (const use of all) {
        const separator = states === '' ? '' : ', '
        policies += separator + use.rate.policy
        states += separator + toState(use)
      }
      const counted = withMoreHeaders(stripped, ['ratelimit-policy', policies, 'ratelimit', states])
      return exposing(counted, 'RateLimit', 'RateLimit-Policy')
    })
  }
}

function toState({ rate, taken }: RateUse): string {
  return `${rate.label};r=${taken.remaining};t=${taken.reset}`
}

const text = { type: 'string' } as const

export const rateLimitResponses: Operation['responses'] = {
  429: {
    description: 'Too many requests.',
    headers: {
      'Retry-After': {
        description: 'The number of seconds to wait.',
        schema: { type: 'integer', minimum: 0 },
      },
      'RateLimit-Policy': {
        description: 'The limits: `"name";q=5;w=60` allows 5 requests in 60 seconds.',
        schema: text,
      },
      RateLimit: {
        description:
          'The remaining requests: with `"name";r=0;t=12`, the next is allowed in 12 seconds.',
        schema: text,
      },
    },
  },
}
