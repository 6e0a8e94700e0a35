import type { ServerOptions, ServerResponse } from 'node:http'
import { keepTick } from './keep-tick.ts'
import { lazyMessages } from './lazy-message.ts'
import { lazyResponses, wasSent } from './lazy-response.ts'
import { sendHead, sendWhole } from './send-whole.ts'

/**
 * Sends what Node.js would send, in less time. Everything that depends on internals of `node:http`
 * for speed is in this folder; `FW_FAST=0` serves without it.
 */
export interface FastPath {
  /** Options of `createServer`: the classes of messages and responses. */
  readonly serverOptions: ServerOptions
  /** Called when a server listens. */
  keepTick(): void
  /**
   * Sends head and body. Returns the number of bytes of the body, or undefined, without sending
   * anything, if Node.js has to send them.
   */
  sendWhole(
    response: ServerResponse,
    status: number,
    headers: readonly string[],
    body: string,
  ): number | undefined
  /** Sends a response without a body. Returns false, without sending anything, if Node.js has to. */
  sendHead(
    response: ServerResponse,
    status: number,
    headers: readonly string[],
    length: number | undefined,
  ): boolean
  /** True if the whole response is known to have been passed to the system. */
  wasSent(response: ServerResponse): boolean
}

const nothing: FastPath = {
  serverOptions: {},
  keepTick() {},
  sendWhole: () => undefined,
  sendHead: () => false,
  wasSent: () => false,
}

/** Decided once: V8 then calls the functions directly. */
export const fast: FastPath =
  process.env['FW_FAST'] === '0'
    ? nothing
    : {
        serverOptions: { ...lazyMessages, ...lazyResponses },
        keepTick,
        sendWhole,
        sendHead,
        wasSent,
      }
