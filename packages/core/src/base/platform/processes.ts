/** True on Node. On Bun and Deno, processes cannot share a port or pass on a connection that they have read from. */
export const isNode = !('Bun' in globalThis || 'Deno' in globalThis)

/** The role of a process of `fw serve`, passed in its environment. */
export interface WorkerRole {
  /** The command that this process runs. */
  readonly command: string
  /** The number of processes that serve requests. */
  readonly servers: number
  /** The number of processes that run the application. */
  readonly processes: number
  /** The memory limit above which the process is replaced; undefined for no limit. */
  readonly maxBytes: number | undefined
}

export const roleKey = 'FW_WORKER'

/** The role of this process in `fw serve`; undefined for a single process. */
export const workerRole: WorkerRole | undefined = takeRole()

/** Reads the role and removes it from the environment, so that child processes of the application do not inherit it. */
function takeRole(): WorkerRole | undefined {
  const { [roleKey]: text } = process.env
  if (text === undefined) return undefined
  delete process.env[roleKey]
  return JSON.parse(text) as WorkerRole
}

/** The maximum time that a worker waits for the others, in milliseconds. */
const timeout = 1000

/**
 * Resolves when the other stopping workers no longer listen either. Call it in a worker that has stopped listening,
 * before it closes connections. Otherwise clients would reconnect to a worker that is about to stop.
 */
export async function othersStoppedListening(): Promise<void> {
  if (!workerRole || !process.connected) return
  process.send?.({ fw: 'closed' })
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, timeout)
    process.on('message', (message) => {
      if ((message as { readonly fw?: unknown } | null)?.fw !== 'drain') return
      clearTimeout(limit)
      resolve()
    })
  })
}
