import type { Params, ResultMembers, RpcRequest } from '../protocol/json-rpc.ts'
import type { MessageContext, Method } from '../protocol/method.ts'

/** A generation of the protocol, which may include several version numbers. It is defined by its methods. */
export interface ProtocolVersion {
  readonly methods: ReadonlyMap<string, Method>
  /** Throws if a request breaks the rules of the version. Runs before the method is looked up. */
  check(request: RpcRequest, context: MessageContext): void
  /** Returns the version number in a message; undefined if it belongs to another generation. */
  named(params: Params, context: MessageContext): string | undefined
  /** The members that every result has. */
  readonly members: ResultMembers
  /** The HTTP status for an unknown method. */
  readonly unknownMethodStatus: number
  /** True if a client may send responses. */
  readonly takesResponses: boolean
}
