/**
 * Awaits a running statement. An abort cancels it and rejects with the signal's reason; by then the cancel
 * has had its effect, so that it cannot hit what runs next on the connection.
 */
export async function cancellable<T>(
  running: Promise<T>,
  cancel: () => Promise<void>,
  signal: AbortSignal,
): Promise<T> {
  let cancelling: Promise<void> | undefined
  const abort = () => {
    // A cancel that does not get through leaves the statement to end by itself.
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
