// Shared with the other packages of a release. Not for applications: it changes without notice.
export { explainFailure, type ConnectionKeys } from './config/connection-failures.ts'
export { configuredPlace, isReadOnlyReplica } from './config/connections.ts'
export {
  readDatabase,
  readMigrationDatabase,
  type DatabaseServer,
  type DatabaseSettings,
} from './config/database-settings.ts'
export { readRedis } from './config/redis-settings.ts'
export { defaultBinding } from './container/binding.ts'
export { elapsedOf } from './http/observing/observer.ts'
export { beforeHead } from './message/http-request.ts'
export { Origins } from './pipeline/browser/origins.ts'
export { refuseForeign } from './pipeline/browser/same-origin.ts'
export { withStandIn } from './pipeline/rate-limit/rate-limiter.ts'
export { clientNetwork } from './pipeline/rate-limit/client-network.ts'
export { Patience } from './pipeline/patience.ts'
export { RedisScripts, type RedisScript } from './pipeline/redis-scripts.ts'
export { callerOf } from './sessions/session.ts'
export { readLifetime, sessionCookie, SessionOpener } from './sessions/session-opener.ts'
