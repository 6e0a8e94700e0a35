// Internal API for the other packages of the same release. Not for applications: it changes without notice.
export { explainFailure, type ConnectionKeys } from './base/config/connection-failures.ts'
export { ConnectionAttribute, isNameable, named } from './base/config/connection-decorator.ts'
export { configuredStorage } from './base/config/connections.ts'
export { databaseNames, keysOf, mainKeys, type DatabaseKeys } from './base/config/database-keys.ts'
export {
  hasDatabase,
  hasMigrationDatabase,
  readDatabase,
  readMigrationDatabase,
  type DatabaseServer,
  type DatabaseSettings,
} from './base/config/database-settings.ts'
export { hasRedis, readRedis } from './base/config/redis-settings.ts'
export { defaultBinding } from './base/container/binding.ts'
export { chooseToken } from './base/container/chosen-token.ts'
export { unregistered, type Problem } from './base/container/problem.ts'
export { storable } from './base/logging/thrown.ts'
export { readBundle } from './base/platform/bundle.ts'
export { andThen } from './base/platform/maybe-promise.ts'
export { declaredAttributes, type DeclaredAttribute } from './base/reflection/attribute.ts'
export { placeOf } from './base/reflection/place-of.ts'
export { planServiceCall } from './calls/plan-service-call.ts'
export { typeText } from './base/reflection/type-text.ts'
export { elapsedOf } from './http/observing/observer.ts'
export { beforeHead } from './http/message/http-request.ts'
export { Origins } from './features/middleware/browser/origins.ts'
export { refuseForeign } from './features/middleware/browser/same-origin.ts'
export { withFallback } from './features/middleware/rate-limit/rate-limiter.ts'
export { clientNetwork } from './features/middleware/rate-limit/client-network.ts'
export { CircuitBreaker } from './features/middleware/circuit-breaker.ts'
export { requireRedis } from './base/redis/redis-not-installed.ts'
export { never, type KeyedStore } from './base/stores/keyed-store.ts'
export { MemoryKeyedStore } from './base/stores/memory-keyed-store.ts'
export { RedisKeyedStore } from './base/stores/redis-keyed-store.ts'
export { SqlKeyedStore } from './base/stores/sql-keyed-store.ts'
export { callerOf } from './features/sessions/session.ts'
export { readLifetime, sessionCookie, SessionOpener } from './features/sessions/session-opener.ts'
