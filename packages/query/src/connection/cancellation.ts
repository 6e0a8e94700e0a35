/**
 * Awaits a running statement. An abort cancels it and rejects with the signal's reason, once the cancel has had
 * its effect: it must not hit the next statement on the connection.
 */
export async function cancellable<T>(
  running: Promise<T>,
  cancel: () => Promise<void>,
  signal: AbortSignal,
): Promise<T> {
  let cancelling: Promise<void> | undefined
  const abort = () => {
    // When the cancel fails, the statement ends by itself.
    cancelling = cancel().catch(() => {})
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

/** Waits for a resource. An abort ends the wait; a resource that comes after it is released. */
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
