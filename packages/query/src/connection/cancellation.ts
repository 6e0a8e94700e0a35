/**
 * Awaits a running query. If the signal is aborted, cancels the query, and rejects with the abort reason unless the
 * query succeeds anyway. Settles only after the last cancel request has ended, so that the request cannot affect the
 * next query on the connection.
 */
export async function cancellable<T>(
  running: Promise<T>,
  cancel: () => Promise<void>,
  signal: AbortSignal,
): Promise<T> {
  let cancelling: Promise<void> | undefined
  const abort = () => {
    cancelling = cancelUntilEnded(running, cancel)
  }
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await running
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', abort)
    await cancelling
  }
}

/**
 * Sends cancel requests until the query has ended: a server ignores a request that arrives before the query. Requests
 * that fail are ignored.
 */
async function cancelUntilEnded(
  running: Promise<unknown>,
  cancel: () => Promise<void>,
): Promise<void> {
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  const ended = running.then(end, end)
  for (let pause = 100; !state.isOver; pause = Math.min(2 * pause, 5000)) {
    await cancel().catch(() => {})
    const { promise: elapsed, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pause)
    await Promise.race([ended, elapsed])
    clearTimeout(timer)
  }
}

/** Waits for a resource. If the signal is aborted, stops waiting, and releases the resource if it arrives later. */
export async function untilAborted<T>(
  acquiring: Promise<T>,
  release: (late: T) => unknown,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return acquiring
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => {
    acquiring.then(release, () => {})
    reject(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([acquiring, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
