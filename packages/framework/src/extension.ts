import type { Config } from './config/config.ts'
import type { ConsoleCommand } from './console/command.ts'
import type { Container } from './container/container.ts'
import { importExtensions } from './discovery/installed-extensions.ts'
import type { Class } from './reflection/type-info.ts'

/**
 * What a package adds to the applications that have it installed. `fw` finds it by its name: `extension`, exported
 * by the entry point `@fw/<package>/extension`.
 */
export interface Extension {
  /** Called before the container boots. */
  extend?(parts: ApplicationParts): void | Promise<void>
  /** What the command line adds to the commands of the application; nobody else loads them. */
  commands?(): readonly ConsoleCommand[] | Promise<readonly ConsoleCommand[]>
}

/** What an application is made of before its container boots. */
export interface ApplicationParts {
  readonly container: Container
  readonly config: Config
  /** The classes that discovery found. */
  readonly classes: readonly Class[]
}

/** The extensions that an application has installed, ordered by name. */
export async function loadExtensions(folder: string): Promise<readonly Extension[]> {
  const modules = await importExtensions(folder)
  return modules.map(({ extension }) => extension as Extension)
}
