import { isNode } from '../../base/platform/processes.ts'
import { InvalidWorkers, WorkersUnavailable } from './errors.ts'
import { memoryLimit, usableProcessors } from './processors.ts'

/** The options of `fw serve`. */
export interface WorkersOptions {
  readonly workers: string | undefined
  readonly with: readonly string[] | undefined
  /** The memory limit of a process in MB. */
  readonly maxMemory: number | undefined
  /** The arguments of each server. */
  readonly serveArguments: readonly string[]
}

/** The processes to start. */
export interface WorkersPlan {
  readonly servers: number
  /** The commands of the other processes, such as `queue:work`. */
  readonly commands: readonly string[]
  /** The memory limit of one process; undefined for no limit. */
  readonly maxBytes: number | undefined
  readonly serveArguments: readonly string[]
}

/** The share of memory that is not available to workers. */
const reservedShare = 0.25

/** Plans the processes; undefined if a single one is enough. Throws `InvalidWorkers` and `WorkersUnavailable`. */
export function planWorkers(options: WorkersOptions): WorkersPlan | undefined {
  const { workers = '1', maxMemory, serveArguments } = options
  const servers = workers === 'auto' ? usableProcessors() : countOf(workers)
  const commands = [...new Set(options.with?.flatMap((names) => names.split(',')))].map(commandOf)
  if (maxMemory !== undefined && maxMemory < 1)
    throw new InvalidWorkers('--max-memory', 'a number of MB above 0')
  if (servers === 1 && commands.length === 0 && maxMemory === undefined) return undefined
  if (!isNode) throw new WorkersUnavailable()
  const share = ((1 - reservedShare) * (memoryLimit() ?? Infinity)) / (servers + commands.length)
  const limit = maxMemory === undefined ? share : maxMemory * 1024 ** 2
  const maxBytes = Number.isFinite(limit) ? Math.floor(limit / 1024 ** 2) * 1024 ** 2 : undefined
  return { servers, commands, maxBytes, serveArguments }
}

function countOf(text: string): number {
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  if (count === 0)
    throw new InvalidWorkers('--workers', 'a number of processes such as 4, or "auto"')
  return count
}

/** Returns the command for a short name: `queue` is `fw queue:work`. */
function commandOf(name: string): string {
  if (/^[a-z][a-z-]*$/.test(name)) return `${name}:work`
  throw new InvalidWorkers('--with', 'names with commas between them, such as queue,schedule')
}
