/**
 * Awaits a running query. If the signal is aborted, it cancels the query, waits until the cancellation has taken
 * effect, so that it cannot affect the next query on the connection, and rejects with the abort reason.
 */
export async function cancellable<T>(
  running: Promise<T>,
  cancel: () => Promise<void>,
  signal: AbortSignal,
): Promise<T> {
  let cancelling: Promise<void> | undefined
  const abort = () => {
    cancelling = cancelUntilOver(running, cancel)
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
 * Sends cancel requests until the query has ended: a server ignores a request that arrives before the query. Errors are
 * ignored, because the query then ends by itself.
 */
async function cancelUntilOver(
  running: Promise<unknown>,
  cancel: () => Promise<void>,
): Promise<void> {
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  const over = running.then(end, end)
  for (let pause = 100; !state.isOver; pause = Math.min(2 * pause, 5000)) {
    await cancel().catch(() => {})
    const { promise: passed, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pause)
    await Promise.race([over, passed])
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
