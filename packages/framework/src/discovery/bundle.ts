import type * as queue from '@fw/queue'
import type * as pino from 'pino'
import type { ApplicationManifest } from './application-manifest.ts'
import type { BuiltApplication } from './built-application.ts'

/** An application in the one file that `fw build --bundle` writes: what is found on the disk elsewhere is in it. */
export interface Bundle extends BuiltApplication {
  readonly manifest: ApplicationManifest
  /** How to import the modules that boot imports, by their paths. */
  readonly imports: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>
  /** Where the application has `@fw/queue` installed. */
  readonly queue?: () => Promise<typeof queue>
  readonly pino: () => typeof pino
}

/** The name of the global in which the file keeps it. */
export const bundleKey = 'fw.bundle'

/** Undefined where the application consists of modules of its own. */
export function readBundle(): Bundle | undefined {
  return (globalThis as { [key: symbol]: Bundle | undefined })[Symbol.for(bundleKey)]
}
