/** False on Bun and Deno, where processes cannot share a port or pass on a connection that they have read from. */
export const isNode = !('Bun' in globalThis || 'Deno' in globalThis)

/** The role of a process of `fw serve`, passed in its environment. */
export interface WorkerRole {
  /** The command that this process runs. */
  readonly command: string
  /** The number of processes that serve requests. */
  readonly servers: number
  /** The number of processes that run the application: `servers`, plus one per further command. */
  readonly processes: number
  /** The memory limit above which the process is replaced; undefined for no limit. */
  readonly maxBytes: number | undefined
}

export const roleKey = 'FW_WORKER'

/** The role of this process, if a primary process of `fw serve` has started it; otherwise undefined. */
export const workerRole: WorkerRole | undefined = takeRole()

/** Reads the role and removes it from the environment, so that child processes of the application do not inherit it. */
function takeRole(): WorkerRole | undefined {
  const { [roleKey]: text } = process.env
  if (text === undefined) return undefined
  delete process.env[roleKey]
  return JSON.parse(text) as WorkerRole
}

/** The maximum time that a worker waits for the other workers, in milliseconds. */
const timeout = 1000

/**
 * Resolves when the other stopping workers no longer listen either, or after one second. Call it in a worker that has
 * stopped listening, before the worker closes connections. Otherwise clients would reconnect to a worker that is about
 * to stop.
 */
export async function waitForOtherWorkers(): Promise<void> {
  if (!workerRole || !process.connected) return
  process.send?.({ fw: 'closed' })
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeout)
    process.on('message', (message) => {
      if ((message as { readonly fw?: unknown } | null)?.fw !== 'drain') return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Describes how a process ended: `exit code 1`, or the name of the signal. */
export function describeExit(exit: number | string): string {
  return typeof exit === 'number' ? `exit code ${exit}` : exit
}
