import type { Exchange } from './exchange.ts'
import type { Params } from './json-rpc.ts'

/** Answers one method of the protocol with its result as JSON. Throws `MessageRefused`. */
export type Method = (params: Params, exchange: Exchange) => string | Promise<string>
