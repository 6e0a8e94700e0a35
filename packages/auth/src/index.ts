export { jwt, type JwtOptions, type SeveralIssuers } from './tokens/jwt.ts'
export type { IssuerOptions } from './keys/trusted-issuer.ts'
export type { DpopOptions, GivenDpop } from './tokens/possession.ts'
export type { TokenOptions } from './tokens/token-scheme.ts'
export type { CheckedClaims, Claims } from './tokens/verify-token.ts'
export { introspection, type IntrospectionOptions } from './tokens/introspection.ts'
export { apiKey, type ApiKeyOptions, type StoredApiKey } from './secrets/api-key.ts'
export { ApiKeys, type CreatedApiKey } from './secrets/api-keys.ts'
export { AttemptLimiter, type AttemptLimits } from './secrets/attempt-limiter.ts'
export { session, type SessionSchemeOptions } from './sessions/session.ts'
export { basic, type BasicOptions } from './secrets/basic.ts'
export { Passwords } from './secrets/passwords.ts'
export { StoreNotShared } from './stores/not-shared.ts'
export { MemoryReplays, ReplayStore } from './stores/replay-store.ts'
export {
  MemoryRevocations,
  RevocationStore,
  type RevocableToken,
} from './stores/revocation-store.ts'
