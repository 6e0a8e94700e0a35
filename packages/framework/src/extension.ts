import type { ApplicationBuild } from './build/build-application.ts'
import type { Config } from './config/config.ts'
import type { ConsoleCommand } from './console/command.ts'
import type { Container } from './container/container.ts'
import { importExtensions } from './discovery/installed-extensions.ts'
import type { Logger } from './logging/logger.ts'
import { AdminEndpoints, type AdminEndpoint } from './operations/admin-endpoint.ts'
import { flush, HeldBack, type FlushMoment } from './operations/flush.ts'
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
  /**
   * Sends what it still holds: when the process of a command ends, and on Lambda, which freezes the process, before each
   * answer. Waited for 2 s at most.
   */
  flush?(next: FlushMoment): Promise<void>
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

/** What the extensions hold back, to be sent before the process is frozen. */
export function heldBackBy(extensions: readonly Extension[], logger: () => Logger): HeldBack {
  return extensions.some((extension) => extension.flush)
    ? new HeldBack(() => flush(extensions, 'freeze', logger))
    : new HeldBack()
}

/** Throws `PackageNotInstalled` where an attribute stands whose package is not there. */
export function refuseMeaningless(
  classes: readonly Class[],
  extensions: readonly Extension[],
): void {
  const known = new Set(extensions.flatMap(({ attributes = [] }) => attributes))
  const isMeaningless = (use: object) =>
    packageOf(use) !== undefined && !known.has(use.constructor as Class)
  const found = classes.filter(isReflectable).flatMap((type) => {
    const { name, at, attributes, methods } = reflect(type)
    const own = attributes.filter(isMeaningless).map((use) => ({ name, at, use }))
    const ofMethods = methods.flatMap((method) =>
      method.attributes
        .filter(isMeaningless)
        .map((use) => ({ name: `${name}.${method.name}`, at: method.at, use })),
    )
    return [...own, ...ofMethods]
  })
  attemptEach(
    found,
    (place) => place,
    ({ name, at, use }) => {
      const attribute = use.constructor.name.replace(/Attribute$/, '')
      throw new PackageNotInstalled(name, at, attribute, packageOf(use) as string)
    },
  )
}

/** The package that gives an attribute its meaning, where that is another. */
function packageOf({ constructor }: object): string | undefined {
  return (constructor as { readonly [meaningFrom]?: string })[meaningFrom]
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
