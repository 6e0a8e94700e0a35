import type { Worker } from 'node:cluster'
import {
  closeAddress,
  clusterMessages,
  forgetWorker,
  isTaken,
  leaveAddresses,
  takeAddress,
} from './kept-addresses.ts'

/** A message of node:cluster. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
  readonly errno?: number | null
  /** That of an address. */
  readonly key?: string
}

interface Connection {
  readonly handle: { close(): void }
  readonly key: string
}

/** Follows the connections that a worker is handed. */
export interface HandedConnections {
  /** Keeps its addresses open from now on when it closes its servers: it is going to end. */
  ending(): void
  /**
   * Gives the connections that it had not taken when it ended to the others, or to the next one. Call it once all has
   * been read that the worker has sent. Node would keep them open and tell nobody. A worker says that it takes a
   * connection before it reads, so none is answered twice.
   */
  handOn(): void
}

/** Call it when the worker has just been started. */
export function followConnections(worker: Worker): HandedConnections {
  const { process } = worker
  const untaken = new Map<number, Connection>()
  let isEnding = false
  const send = process.send.bind(process) as (...given: readonly unknown[]) => boolean
  process.send = (message: ClusterMessage, handle?: unknown, ...more: readonly unknown[]) => {
    const { cmd, act, seq, ack, key, errno } = message
    if (cmd === clusterMessages && key !== undefined) {
      if (act === 'newconn' && seq !== undefined) {
        untaken.set(seq, { handle: handle as Connection['handle'], key })
      }
      // The response to a worker that wants to listen.
      if (act === undefined && ack !== undefined && !errno) takeAddress(worker, key)
    }
    return send(message, handle, ...more)
  }
  // Node must find the addresses as they are kept, so this comes before its own listeners.
  const leave = () => leaveAddresses(worker)
  process.prependListener('disconnect', leave)
  process.prependListener('exit', leave)
  process.prependListener('internalMessage', ({ cmd, act, ack, key }: ClusterMessage) => {
    if (cmd !== clusterMessages) return
    if (ack !== undefined) untaken.delete(ack)
    if (act !== 'close' || key === undefined) return
    if (isEnding) leave()
    else closeAddress(worker, key)
  })
  return {
    ending() {
      isEnding = true
    },
    handOn() {
      for (const [ack, { handle, key }] of untaken) {
        const message = { cmd: clusterMessages, ack, accepted: false }
        if (isTaken(key)) process.emit('internalMessage', message)
        else handle.close()
      }
      forgetWorker(worker)
    },
  }
}
