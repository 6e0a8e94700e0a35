/** Waits for a promise. Rejects if it does not settle within `milliseconds`. */
export async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const error = new Error(`The store did not respond within ${milliseconds} ms.`)
  const timer = setTimeout(reject, milliseconds, error)
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
