/** Waits for something to be lent. An abort ends the wait, and what comes after it is given back. */
export async function untilAborted<T>(
  lending: Promise<T>,
  giveBack: (lent: T) => unknown,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return lending
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => {
    lending.then(giveBack, () => {})
    reject(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([lending, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
