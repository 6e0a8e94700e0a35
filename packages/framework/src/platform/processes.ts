/** Whether a process can hand its connections to another: not on Bun and Deno. */
export const handsOver = !('Bun' in globalThis || 'Deno' in globalThis)

/** What `fw serve` with several processes tells each of them in its environment. */
export interface WorkerRole {
  /** The command that this process runs. */
  readonly command: string
  /** How many processes answer requests. */
  readonly servers: number
  /** How many processes run the application. */
  readonly processes: number
  /** Above this it is replaced; undefined where there is no limit. */
  readonly maxBytes: number | undefined
}

export const roleKey = 'FW_WORKER'

/** What this process is to `fw serve`; undefined where it stands alone. */
export const workerRole: WorkerRole | undefined = takeRole()

/** Processes that the application starts by itself are no workers. */
function takeRole(): WorkerRole | undefined {
  const { [roleKey]: text } = process.env
  if (text === undefined) return undefined
  delete process.env[roleKey]
  return JSON.parse(text) as WorkerRole
}

/** How long a worker waits for the others, in milliseconds. */
const patience = 1000

/**
 * In a worker that takes no connections any more: resolves when no other one that ends takes any either. Clients whose
 * connection ends before connect again, to a listener that is just being closed.
 */
export async function othersStoppedListening(): Promise<void> {
  if (!workerRole || !process.connected) return
  process.send?.({ fw: 'closed' })
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, patience)
    process.on('message', (message) => {
      if ((message as { readonly fw?: unknown } | null)?.fw !== 'drain') return
      clearTimeout(limit)
      resolve()
    })
  })
}
