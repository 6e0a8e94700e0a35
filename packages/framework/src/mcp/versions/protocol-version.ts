import type { Params, ResultMembers, RpcRequest } from '../json-rpc.ts'
import type { MessageContext, Method } from '../method.ts'

/** One generation of the protocol, which may have several numbers. Its method table is its definition. */
export interface ProtocolVersion {
  readonly methods: ReadonlyMap<string, Method>
  /** Refuses a request that does not keep its rules; runs before its method is looked up. */
  check(request: RpcRequest, context: MessageContext): void
  /** The number that a message names, if it is one of this version. */
  named(params: Params, context: MessageContext): string | undefined
  /** What every result has. */
  readonly members: ResultMembers
  /** The HTTP status of a method that it does not have. */
  readonly unknownMethodStatus: number
  /** Whether a client may send a response. */
  readonly takesResponses: boolean
}
