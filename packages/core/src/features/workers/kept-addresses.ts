import type { Worker } from 'node:cluster'

/** The `cmd` of messages between the primary and the workers of node:cluster. */
export const clusterMessages = 'NODE_CLUSTER'

/** The workers that accept connections, by Node's key for their address. */
const takers = new Map<string, Set<Worker>>()

/** The last worker of each address without other workers, which keeps it open, by the key of the address. */
const keepers = new Map<string, Worker>()

/** Workers that have ended, but stay in Node's list because they keep an address open. */
const ended = new WeakSet<Worker>()

let isReleased = false

/** Registers a worker that accepts connections from now on. Waiting connections are passed to it. */
export function takeAddress(worker: Worker, key: string): void {
  takers.set(key, (takers.get(key) ?? new Set()).add(worker))
  release(key)
}

/** True if connections of an address reach a worker, now or later. */
export function isTaken(key: string): boolean {
  return keepers.has(key) || (takers.get(key)?.size ?? 0) > 0
}

/**
 * Records that a worker has closed its server but is still running. Node releases the address when all workers have
 * closed it.
 */
export function closeAddress(worker: Worker, key: string): void {
  takers.get(key)?.delete(worker)
}

/**
 * Removes an ending worker from its addresses. If no other worker is left, the address stays open, so that connections
 * wait for the next worker. Node would close an address with the last worker in its list, which it finds by id.
 * Therefore that worker stays in the list under an id with which Node neither removes it nor passes it a connection.
 */
export function leaveAddresses(worker: Worker): void {
  let isKeeper = false
  for (const [key, workers] of takers) {
    if (!workers.delete(worker)) continue
    if (workers.size > 0 || isReleased) close(worker, key)
    else {
      keepers.set(key, worker)
      isKeeper = true
    }
  }
  if (isKeeper) worker.id = -Math.abs(worker.id)
}

/** Removes an ended worker from Node's list, once it no longer keeps an address open. */
export function forgetWorker(worker: Worker): void {
  if ([...keepers.values()].includes(worker)) ended.add(worker)
  else worker.disconnect()
}

/** Closes all addresses without a worker, and keeps no address open from now on. */
export function releaseAddresses(): void {
  isReleased = true
  for (const key of keepers.keys()) release(key)
}

function release(key: string): void {
  const keeper = keepers.get(key)
  if (!keeper) return
  keepers.delete(key)
  const { id } = keeper
  keeper.id = Math.abs(id)
  close(keeper, key)
  if ([...keepers.values()].includes(keeper)) keeper.id = id
  else if (ended.has(keeper)) keeper.disconnect()
}

/** Makes Node remove a worker from the list of an address. */
function close({ process }: Worker, key: string): void {
  process.emit('internalMessage', { cmd: clusterMessages, act: 'close', key })
}
