import type { SourceSyntaxError } from './source-file.ts'

type Receiver = (error: SourceSyntaxError) => void

let receiver: Receiver | undefined

/**
 * Passes the errors of modules to `receive` from now on instead of throwing them, if the rest of the module can be read.
 * Without `receive`, collecting ends: later errors are thrown. Used to check a whole application.
 */
export function collectModuleErrors(receive?: Receiver): void {
  receiver = receive
}

/** Throws an error about a module, unless errors are being collected. */
export function refuseModule(error: SourceSyntaxError): void {
  if (!receiver) throw error
  receiver(error)
}
