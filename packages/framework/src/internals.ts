// What the packages of one release share. Applications use the other entry points: this one changes without notice.
export { defaultBinding } from './container/binding.ts'
export { beforeHead } from './message/http-request.ts'
export { Origins } from './pipeline/browser/origins.ts'
export { refuseForeign } from './pipeline/browser/same-origin.ts'
export { clientNetwork } from './pipeline/rate-limit/client-network.ts'
export { callerOf } from './sessions/session.ts'
export { readLifetime, sessionCookie, SessionOpener } from './sessions/session-opener.ts'
