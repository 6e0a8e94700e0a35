import type { ToolCallOrigin } from '../../../http/chain/tool-call.ts'
import { LocalPrincipal, Principal } from '../../access/principal.ts'

/** Returns the sender of a message; undefined if anonymous. */
export function callerOf({ request, caller }: ToolCallOrigin): Principal | undefined {
  if (request) return request.context?.find(Principal)
  return caller instanceof Principal ? caller : unprivilegedCaller
}

/** Returns the origin of a call: its HTTP request, or the caller if there is no request. */
export function originOf(message: ToolCallOrigin): ToolCallOrigin {
  return message.request ? message : { caller: callerOf(message) }
}

/** The default caller over stdio: it has no scopes and no roles. */
const unprivilegedCaller = new LocalPrincipal({ scopes: [], roles: [] })
