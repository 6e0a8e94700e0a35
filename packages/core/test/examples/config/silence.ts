import { Container, Logger, type LogDetails } from '@fw/core'

class CollectingLogger extends Logger {
  readonly lines: string[] = []

  debug(message: string, _details?: LogDetails): void {
    this.lines.push(`debug ${message}`)
  }

  info(message: string, _details?: LogDetails): void {
    this.lines.push(`info ${message}`)
  }

  warn(message: string, _details?: LogDetails): void {
    this.lines.push(`warn ${message}`)
  }

  error(message: string, _details?: LogDetails): void {
    this.lines.push(`error ${message}`)
  }
}

export const logger = new CollectingLogger()
export const container = new Container().instance(Logger, logger)
