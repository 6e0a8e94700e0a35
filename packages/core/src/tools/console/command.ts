import type { Container } from '../../base/container/container.ts'
import type { CommandParameter } from './parameter.ts'

/** A command, either a method of the application or built in. */
export interface ConsoleCommand {
  readonly name: string
  readonly description: string
  /** The declaring `Class.method`, or the package of a built-in command, such as `fw`. Used in error messages. */
  readonly owner: string
  readonly parameters: readonly CommandParameter[]
  /**
   * True if the command runs until the process receives a signal. The command calls `Health.begin` when it is ready.
   */
  readonly isService?: boolean
  /** Throws if the command cannot run. Called at boot. */
  prepare?(container: Container): void
  /** Runs the command. `values` are the values of the parameters, in order. A returned number is the exit code. */
  run(values: readonly unknown[], container: Container): unknown
}
