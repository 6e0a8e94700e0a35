import type { ServerOptions, ServerResponse } from 'node:http'
import { keepTick } from './keep-tick.ts'
import { lazyMessages } from './lazy-message.ts'
import { lazyResponses, wasSent } from './lazy-response.ts'
import { sendHead, sendWhole } from './send-whole.ts'

/**
 * Functions that send the same responses as Node.js in less time. All code that depends on internals of `node:http` for
 * speed is in this folder; `FW_FAST=0` disables it.
 */
export interface FastPath {
  /** Options for `createServer`: the classes of messages and responses. */
  readonly serverOptions: ServerOptions
  /** Keeps `process.nextTick` fast. Called when a server starts to listen. */
  keepTick(): void
  /**
   * Sends head and body. Returns the number of bytes of the body. If Node.js has to send the response, sends nothing
   * and returns undefined.
   */
  sendWhole(
    response: ServerResponse,
    status: number,
    headers: readonly string[],
    body: string,
  ): number | undefined
  /** Sends a response without a body. If Node.js has to send it, sends nothing and returns false. */
  sendHead(
    response: ServerResponse,
    status: number,
    headers: readonly string[],
    length: number | undefined,
  ): boolean
  /** True if the whole response has certainly been passed to the operating system. */
  wasSent(response: ServerResponse): boolean
}

const disabled: FastPath = {
  serverOptions: {},
  keepTick() {},
  sendWhole: () => undefined,
  sendHead: () => false,
  wasSent: () => false,
}

/** Chosen once, so that V8 can call the functions directly. */
export const fast: FastPath =
  process.env['FW_FAST'] === '0'
    ? disabled
    : {
        serverOptions: { ...lazyMessages, ...lazyResponses },
        keepTick,
        sendWhole,
        sendHead,
        wasSent,
      }
