import type { Exchange } from '../exchange.ts'
import type { RpcRequest } from '../json-rpc.ts'
import type { Method } from '../method.ts'

/** One generation of the protocol. Its method table is its definition. */
export interface Era {
  readonly methods: ReadonlyMap<string, Method>
  /** Refuses a request that does not keep the era's rules; runs before its method is looked up. */
  check(request: RpcRequest, exchange: Exchange): void
  /** Adds what every result of the era has; takes and gives JSON. */
  wrap(result: string): string
  /** The HTTP status of a method that the era does not have. */
  readonly unknownMethodStatus: number
  /** Whether a client may send a response. */
  readonly takesResponses: boolean
}
