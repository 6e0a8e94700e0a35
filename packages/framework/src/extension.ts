import type { ApplicationBuild } from './build/build-application.ts'
import type { Config } from './config/config.ts'
import type { ConsoleCommand } from './console/command.ts'
import type { Container } from './container/container.ts'
import { importExtensions } from './discovery/installed-extensions.ts'
import type { Logger } from './logging/logger.ts'
import { logThrown } from './logging/thrown.ts'
import { AdminEndpoints, type AdminEndpoint } from './operations/admin-endpoint.ts'
import { meaningFrom } from './reflection/attribute.ts'
import { attemptEach } from './reflection/attempt.ts'
import { isReflectable, reflect } from './reflection/reflect.ts'
import type { Class } from './reflection/type-info.ts'

/**
 * What a package adds to the applications that have it installed. `fw` finds it by its name: `extension`, exported
 * by the entry point `@fw/<package>/extension`.
 */
export interface Extension {
  /** The attributes of `fw` that mean nothing without it. */
  readonly attributes?: readonly Class[]
  /** What it answers on FW_ADMIN_PORT, by path, such as `/metrics`. */
  readonly adminEndpoints?: Readonly<Record<string, AdminEndpoint>>
  /** Called before the modules of the application load. */
  start?(beginning: ApplicationBeginning): Promise<void>
  /** Called before the container boots. */
  extend?(parts: ApplicationParts): void | Promise<void>
  /**
   * What "fw check" calls with each class, to hear what is wrong with it: it throws. Neither builds a service nor opens
   * a connection.
   */
  check?(parts: ApplicationParts): ClassCheck | Promise<ClassCheck>
  /** What the command line adds to the commands of the application; nobody else loads them. */
  commands?(): readonly ConsoleCommand[] | Promise<readonly ConsoleCommand[]>
  /** Commands that work on an application without booting it. */
  tools?(place: ApplicationPlace): readonly ConsoleCommand[] | Promise<readonly ConsoleCommand[]>
  /** What `fw serve --migrate` does before it boots the application. A number other than 0 ends the process with it. */
  migrate?(place: ApplicationPlace, config: Config): Promise<number>
  /** Sends what it still holds. Called when the process of a command ends, and waited for 2 s at most. */
  flush?(): Promise<void>
  /** Writes what `fw build` has to carry along. */
  build?(build: ApplicationBuild): Promise<void>
}

/** Throws, or rejects with, what is wrong with a class. */
export type ClassCheck = (type: Class) => unknown

/** What is known of an application before its modules load. */
export interface ApplicationBeginning {
  /** The folder of its package.json. */
  readonly folder: string
  readonly config: Config
  logger(): Logger
}

/** Where an application lies. */
export interface ApplicationPlace {
  /** The folder of its package.json. */
  readonly folder: string
  /** The folder of what `fw build` has written, where that runs and not the source. */
  readonly built: string | undefined
  /** Its classes, as discovery finds them. */
  classes(): Promise<readonly Class[]>
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

/** What the extensions answer on FW_ADMIN_PORT. */
export function adminEndpointsOf(extensions: readonly Extension[]): AdminEndpoints {
  return new AdminEndpoints(
    new Map(extensions.flatMap(({ adminEndpoints = {} }) => Object.entries(adminEndpoints))),
  )
}

/** Has the extensions send what they still hold; it is lost after 2 s. Never rejects. */
export async function flush(extensions: readonly Extension[], logger: () => Logger): Promise<void> {
  const flushing = extensions.map(async (extension) => {
    try {
      await extension.flush?.()
    } catch (error) {
      logThrown(logger, 'warn', 'What was held back could not be sent.', { error })
    }
  })
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const limit = setTimeout(end, flushMilliseconds)
  await Promise.race([Promise.all(flushing), isOver])
  clearTimeout(limit)
}

const flushMilliseconds = 2000

/** Throws `PackageNotInstalled` where an attribute stands whose package is not there. */
export function refuseMeaningless(
  classes: readonly Class[],
  extensions: readonly Extension[],
): void {
  const known = new Set(extensions.flatMap(({ attributes = [] }) => attributes))
  const places = classes.filter(isReflectable).flatMap((type) => {
    const { name, at, attributes, methods } = reflect(type)
    const own = methods.map((method) => ({ ...method, name: `${name}.${method.name}` }))
    return [{ name, at, attributes }, ...own]
  })
  attemptEach(
    places,
    (place) => place,
    ({ name, at, attributes }) => refuseUnknown(name, at, attributes, known),
  )
}

function refuseUnknown(
  owner: string,
  at: string,
  attributes: readonly object[],
  known: ReadonlySet<Class>,
): void {
  for (const { constructor } of attributes) {
    const type = constructor as Class & { readonly [meaningFrom]?: string }
    const { [meaningFrom]: needed } = type
    if (needed !== undefined && !known.has(type)) {
      throw new PackageNotInstalled(owner, at, type.name.replace(/Attribute$/, ''), needed)
    }
  }
}

/** An attribute stands in the application, and the package that gives it its meaning is not installed. */
export class PackageNotInstalled extends Error {
  override readonly name = 'PackageNotInstalled'
  /** Such as `@fw/schedule`. */
  readonly package: string

  constructor(owner: string, at: string, attribute: string, needed: string) {
    super(`${owner} (${at}): @${attribute} needs ${needed}. Run: npm install ${needed}`)
    this.package = needed
  }
}
