import type { SourceSyntaxError } from './source-file.ts'

type Receiver = (error: SourceSyntaxError) => void

let receiver: Receiver | undefined

/**
 * Starts to pass the errors of modules to `receive` instead of throwing them, if the rest of the module can be read.
 * Without `receive`, they are thrown again. Used to check a whole application.
 */
export function collectModuleErrors(receive?: Receiver): void {
  receiver = receive
}

/** Throws an error about a module, unless errors are being collected. */
export function refuseModule(error: SourceSyntaxError): void {
  if (!receiver) throw error
  receiver(error)
}
