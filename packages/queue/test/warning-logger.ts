import { Logger } from '@fw/core'

/** Keeps the messages of warnings. */
export class WarningLogger extends Logger {
  readonly warnings: string[] = []

  debug() {}
  info() {}
  error() {}

  warn(message: string) {
    this.warnings.push(message)
  }
}
