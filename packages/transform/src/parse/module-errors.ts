import type { SourceSyntaxError } from './source-file.ts'

type Receiver = (error: SourceSyntaxError) => void

let receiver: Receiver | undefined

/**
 * Sends the errors of modules to `receive` instead of throwing them, if the rest of the module can be read. Without
 * `receive`, they are thrown again. For checks of a whole application.
 */
export function collectModuleErrors(receive?: Receiver): void {
  receiver = receive
}

/** Throws the error of a module, unless errors are collected. */
export function refuseModule(error: SourceSyntaxError): void {
  if (!receiver) throw error
  receiver(error)
}
