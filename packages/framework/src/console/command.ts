import type { Container } from '../container/container.ts'
import type { CommandParameter } from './parameter.ts'

/** A command as the runner knows it, whether a method of the application or built in. */
export interface ConsoleCommand {
  readonly name: string
  readonly description: string
  /** Who declares it, for error messages: `Class.method`. */
  readonly owner: string
  readonly parameters: readonly CommandParameter[]
  /** Whether it runs until the process is asked to end, and says by `Health.begin` when it does what it is there for. */
  readonly isService?: boolean
  /** Throws where the command could not be run. Called at boot. */
  prepare?(container: Container): void
  /** `values` are those of the parameters, in their order. A number is the exit code. */
  run(values: readonly unknown[], container: Container): unknown
}
