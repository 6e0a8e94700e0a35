import type { Worker } from 'node:cluster'

/** The `cmd` of messages between the primary and the workers of node:cluster. */
export const clusterMessages = 'NODE_CLUSTER'

/** The workers that accept connections, by Node's key of their address. */
const takers = new Map<string, Set<Worker>>()

/** The worker that was the last one at an address and keeps it open, by the key of the address. */
const keepers = new Map<string, Worker>()

/** The workers that have ended, but stay in Node's list because they keep an address open. */
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

/** Records that a worker has closed its server but still runs. Node releases the address when all workers have closed theirs. */
export function closeAddress(worker: Worker, key: string): void {
  takers.get(key)?.delete(worker)
}

/**
 * Removes an ending worker from its addresses. Addresses without another worker stay open, so that connections wait for the
 * next worker. Node closes an address with the last worker in its list, which it finds by its id. So that worker stays in
 * the list, with an id under which Node neither removes it nor passes it a connection.
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

/** Removes a worker that has ended from Node's list, once it keeps no address open. */
export function forgetWorker(worker: Worker): void {
  if ([...keepers.values()].includes(worker)) ended.add(worker)
  else worker.disconnect()
}

/** Closes all addresses without a worker, and keeps none open from now on. */
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
