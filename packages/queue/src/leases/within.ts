/** Rejects if a promise does not settle within `milliseconds`. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const error = new Error(`The store did not respond within ${milliseconds} ms.`)
  const timer = setTimeout(reject, milliseconds, error)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
