import type { FastifyHelmetOptions } from '@fastify/helmet'
import { referrerPolicy } from './shop.ts'

/** The headers of the row `guarded`. */
export const helmetOptions: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  referrerPolicy: { policy: referrerPolicy },
  // Only for secure connections.
  strictTransportSecurity: false,
}
