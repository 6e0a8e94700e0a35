/** A queue under measurement. Its jobs carry a number, which `work` reports. */
export interface Contestant {
  push(number: number): Promise<unknown>
  /**
   * Runs jobs, ten at the same time, until it is stopped; then resolves with the last one that
   * ended.
   */
  work(report: (number: number) => void, signal: AbortSignal): Promise<unknown>
  close(): Promise<unknown>
}

/** The number of jobs that a worker runs at the same time. */
export const concurrency = 10

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
