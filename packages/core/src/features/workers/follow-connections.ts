import type { Worker } from 'node:cluster'
import {
  closeAddress,
  clusterMessages,
  forgetWorker,
  hasWorker,
  leaveAddresses,
  acceptAddress,
} from './kept-addresses.ts'

/** A message of node:cluster. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
  readonly errno?: number | null
  /** The key of an address. */
  readonly key?: string
}

interface Connection {
  readonly handle: { close(): void }
  readonly key: string
}

/** The connections that the primary has passed to a worker. */
export interface WorkerConnections {
  /** Keeps the worker's addresses open when it closes its servers. Call it when the worker is about to end. */
  ending(): void
  /**
   * Passes the connections that the worker had not accepted to the other workers, or to the next
   * one that starts; closes them if there will be none. Without this call, Node would keep them
   * open, but no process would read them. Call it after all messages of the ended worker have been
   * read. A worker acknowledges a connection before it reads from it, so no request is handled
   * twice.
   */
  redistribute(): void
}

/** Tracks the connections of a worker. Call it right after starting the worker. */
export function followConnections(worker: Worker): WorkerConnections {
  const { process } = worker
  const unacknowledged = new Map<number, Connection>()
  let isEnding = false
  const send = process.send.bind(process) as (...args: readonly unknown[]) => boolean
  process.send = (message: ClusterMessage, handle?: unknown, ...more: readonly unknown[]) => {
    const { cmd, act, seq, ack, key, errno } = message
    if (cmd === clusterMessages && key !== undefined) {
      if (act === 'newconn' && seq !== undefined) {
        unacknowledged.set(seq, { handle: handle as Connection['handle'], key })
      }
      // This is the response to a worker that wants to listen.
      if (act === undefined && ack !== undefined && !errno) acceptAddress(worker, key)
    }
    return send(message, handle, ...more)
  }
  // Runs before Node's own listeners, so that Node does not close the addresses.
  const leave = () => leaveAddresses(worker)
  process.prependListener('disconnect', leave)
  process.prependListener('exit', leave)
  process.prependListener('internalMessage', ({ cmd, act, ack, key }: ClusterMessage) => {
    if (cmd !== clusterMessages) return
    if (ack !== undefined) unacknowledged.delete(ack)
    if (act !== 'close' || key === undefined) return
    if (isEnding) leave()
    else closeAddress(worker, key)
  })
  return {
    ending() {
      isEnding = true
    },
    redistribute() {
      for (const [ack, { handle, key }] of unacknowledged) {
        const message = { cmd: clusterMessages, ack, accepted: false }
        if (hasWorker(key)) process.emit('internalMessage', message)
        else handle.close()
      }
      forgetWorker(worker)
    },
  }
}
