/** A queue under measurement. Its jobs carry a number, which `work` reports. */
export interface Contestant {
  push(number: number): Promise<unknown>
  /** Runs jobs, ten at once, until it is told to stop; then resolves with the last one ended. */
  work(report: (number: number) => void, signal: AbortSignal): Promise<unknown>
  close(): Promise<unknown>
}

/** How many jobs of a worker run at once. */
export const concurrency = 10

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
