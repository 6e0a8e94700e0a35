import type { Worker } from 'node:cluster'

/** The `cmd` of messages between the primary and the workers of node:cluster. */
export const clusterMessages = 'NODE_CLUSTER'

/** The workers that accept connections, by Node's key for their address. */
const acceptingWorkers = new Map<string, Set<Worker>>()

/** The workers that keep addresses open until another worker accepts connections, by the key of the address. */
const holdingWorkers = new Map<string, Worker>()

/** Workers that have ended, but stay in `cluster.workers` because they keep an address open. */
const ended = new WeakSet<Worker>()

let isReleased = false

/** Registers a worker that accepts connections from now on. Waiting connections are passed to it. */
export function acceptAddress(worker: Worker, key: string): void {
  acceptingWorkers.set(key, (acceptingWorkers.get(key) ?? new Set()).add(worker))
  release(key)
}

/** True if connections of an address reach a worker, now or later. */
export function hasWorker(key: string): boolean {
  return holdingWorkers.has(key) || (acceptingWorkers.get(key)?.size ?? 0) > 0
}

/**
 * Records that a worker has closed its server but is still running. Node releases the address when all workers have
 * closed it.
 */
export function closeAddress(worker: Worker, key: string): void {
  acceptingWorkers.get(key)?.delete(worker)
}

/**
 * Removes an ending worker from its addresses. If no other worker is left, the address stays open, so that connections
 * wait for the next worker. Node finds the workers in the list of an address by id, and closes the address when the
 * list is empty. Therefore the last worker stays in the list under an id with which Node neither removes it nor passes
 * it a connection.
 */
export function leaveAddresses(worker: Worker): void {
  let isHolding = false
  for (const [key, workers] of acceptingWorkers) {
    if (!workers.delete(worker)) continue
    if (workers.size > 0 || isReleased) close(worker, key)
    else {
      holdingWorkers.set(key, worker)
      isHolding = true
    }
  }
  if (isHolding) worker.id = -Math.abs(worker.id)
}

/** Removes an ended worker from `cluster.workers`, once it no longer keeps an address open. */
export function forgetWorker(worker: Worker): void {
  if ([...holdingWorkers.values()].includes(worker)) ended.add(worker)
  else worker.disconnect()
}

/** Closes all addresses without a worker, and keeps no address open from now on. */
export function releaseAddresses(): void {
  isReleased = true
  for (const key of holdingWorkers.keys()) release(key)
}

function release(key: string): void {
  const holdingWorker = holdingWorkers.get(key)
  if (!holdingWorker) return
  holdingWorkers.delete(key)
  const { id } = holdingWorker
  holdingWorker.id = Math.abs(id)
  close(holdingWorker, key)
  if ([...holdingWorkers.values()].includes(holdingWorker)) holdingWorker.id = id
  else if (ended.has(holdingWorker)) holdingWorker.disconnect()
}

/** Makes Node remove a worker from its list of the workers that listen at an address. */
function close({ process }: Worker, key: string): void {
  process.emit('internalMessage', { cmd: clusterMessages, act: 'close', key })
}
