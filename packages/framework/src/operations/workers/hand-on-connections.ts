import type { Worker } from 'node:cluster'

/** A message of node:cluster. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
}

interface Closable {
  close(): void
}

const internal = 'NODE_CLUSTER'

/** The workers that have begun to listen, and are still there. */
const listening = new Set<Worker>()

/**
 * Gives the connections that a worker was handed and had not taken when it ended to the others; where there is none, it
 * closes them. Call what it gives once all has been read that the worker has sent. Node would keep them open and tell
 * nobody. A worker says that it takes a connection before it reads, so none is answered twice.
 */
export function handOnConnections(worker: Worker): () => void {
  const { process } = worker
  const untaken = new Map<number, Closable>()
  const send = process.send.bind(process) as (...given: readonly unknown[]) => boolean
  process.send = (message: ClusterMessage, handle?: unknown, ...more: readonly unknown[]) => {
    const { cmd, act, seq } = message
    const isConnection = cmd === internal && act === 'newconn' && seq !== undefined
    if (isConnection) untaken.set(seq, handle as Closable)
    return send(message, handle, ...more)
  }
  process.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === internal && ack !== undefined) untaken.delete(ack)
  })
  worker.on('listening', () => void listening.add(worker))
  return () => {
    listening.delete(worker)
    // Node forgets a worker that ends with a connection on its way as little.
    worker.disconnect()
    for (const [ack, connection] of untaken) {
      if (listening.size === 0) connection.close()
      else process.emit('internalMessage', { cmd: internal, ack, accepted: false })
    }
  }
}
