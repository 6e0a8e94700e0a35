import type { Params, ResultMembers, RpcRequest } from '../protocol/json-rpc.ts'
import type { MessageContext, Method } from '../protocol/method.ts'

/** A generation of the protocol: one or several version numbers that have the same methods. */
export interface ProtocolVersion {
  readonly methods: ReadonlyMap<string, Method>
  /** Throws if a request breaks the rules of the version. Runs before the method is looked up. */
  check(request: RpcRequest, context: MessageContext): void
  /** Returns the version number in a message; undefined if it has no version of this generation. */
  versionOf(params: Params, context: MessageContext): string | undefined
  /** The members that every result has. */
  readonly members: ResultMembers
  /** The HTTP status for an unknown method. */
  readonly unknownMethodStatus: number
  /** True if a client may send responses. */
  readonly takesResponses: boolean
}
