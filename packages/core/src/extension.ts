import type { MaybePromise } from './base/platform/maybe-promise.ts'
import type { ApplicationBuild } from './tools/build/build-application.ts'
import type { Config } from './base/config/config.ts'
import type { ConsoleCommand } from './tools/console/command.ts'
import type { Container } from './base/container/container.ts'
import { importExtensions } from './base/discovery/installed-extensions.ts'
import type { Logger } from './base/logging/logger.ts'
import { AdminEndpoints, type AdminEndpoint } from './features/health/admin-endpoint.ts'
import { flush, BufferFlusher, type FlushMoment } from './features/health/flush.ts'
import { implementingPackage } from './base/reflection/attribute.ts'
import type { OpenDatabase } from './features/health/connections/configured-connections.ts'
import { attemptEach } from './base/reflection/attempt.ts'
import { isReflectable, reflect } from './base/reflection/reflect.ts'
import type { Class } from './base/reflection/type-info.ts'

/**
 * An extension for applications that have its package installed. `fw` finds it by name: it is the export `extension` of
 * the entry point `@fw/<package>/extension`.
 */
export interface Extension {
  /** The decorators of `@fw/core` that need this extension. */
  readonly attributes?: readonly Class[]
  /** Endpoints on FW_ADMIN_PORT by path, such as `/metrics`. */
  readonly adminEndpoints?: Readonly<Record<string, AdminEndpoint>>
  /** Called before the modules of the application are loaded. */
  start?(beginning: ApplicationBeginning): Promise<void>
  /** Called before the container boots. */
  extend?(parts: ApplicationParts): MaybePromise<void>
  /**
   * Returns a function that "fw check" calls with each class. It throws if the class is invalid. Neither function may
   * create services or open connections.
   */
  check?(parts: ApplicationParts): MaybePromise<ClassCheck>
  /** Returns additional commands for the application. Only the command line loads them. */
  commands?(): MaybePromise<readonly ConsoleCommand[]>
  /** Returns commands that work without booting the application. */
  tools?(place: ApplicationPlace): MaybePromise<readonly ConsoleCommand[]>
  /** Opens a configured database, for `fw connections` and `/health`. */
  readonly openDatabase?: OpenDatabase
  /**
   * Runs migrations for `fw serve --migrate`, before the application boots. A result other than 0 is the exit code of
   * the process.
   */
  migrate?(place: ApplicationPlace, config: Config): Promise<number>
  /**
   * Sends buffered data: before the process of a command exits, and before each response on Lambda, which freezes the
   * process. Sending may take up to 2 s.
   */
  flush?(next: FlushMoment): Promise<void>
  /** Writes the files that a built application needs. */
  build?(build: ApplicationBuild): Promise<void>
}

/** Throws, or rejects, if a class is invalid. */
export type ClassCheck = (type: Class) => unknown

/** The information about an application that is available before its modules are loaded. */
export interface ApplicationBeginning {
  /** The folder of its package.json. */
  readonly folder: string
  readonly config: Config
  logger(): Logger
}

/** The folders of an application. */
export interface ApplicationPlace {
  /** The folder of its package.json. */
  readonly folder: string
  /** The output folder of `fw build`, if the built application is used instead of the source. */
  readonly built: string | undefined
  /** Returns the classes of the application. */
  classes(): Promise<readonly Class[]>
}

/** The parts of an application before its container boots. */
export interface ApplicationParts {
  readonly container: Container
  readonly config: Config
  /** The discovered classes. */
  readonly classes: readonly Class[]
}

/** Loads the installed extensions of an application, in the order of their names. */
export async function loadExtensions(folder: string): Promise<readonly Extension[]> {
  const modules = await importExtensions(folder)
  return modules.map(({ extension }) => extension as Extension)
}

/** Returns the admin endpoints of the extensions. */
export function adminEndpointsOf(extensions: readonly Extension[]): AdminEndpoints {
  return new AdminEndpoints(
    new Map(extensions.flatMap(({ adminEndpoints = {} }) => Object.entries(adminEndpoints))),
  )
}

/** Returns an object that sends the buffered data of the extensions before the process is frozen. */
export function createFlusher(
  extensions: readonly Extension[],
  logger: () => Logger,
): BufferFlusher {
  return extensions.some((extension) => extension.flush)
    ? new BufferFlusher(() => flush(extensions, 'freeze', logger))
    : new BufferFlusher()
}

/** Throws `PackageNotInstalled` for a decorator whose package is not installed. */
export function refuseMissingPackages(
  classes: readonly Class[],
  extensions: readonly Extension[],
): void {
  const known = new Set(extensions.flatMap(({ attributes = [] }) => attributes))
  const isPackageMissing = (use: object) =>
    packageOf(use) !== undefined && !known.has(use.constructor as Class)
  const uses = classes.filter(isReflectable).flatMap((type) => {
    const { name, at, attributes, methods } = reflect(type)
    const own = attributes.filter(isPackageMissing).map((use) => ({ name, at, use }))
    const ofMethods = methods.flatMap((method) =>
      method.attributes
        .filter(isPackageMissing)
        .map((use) => ({ name: `${name}.${method.name}`, at: method.at, use })),
    )
    return [...own, ...ofMethods]
  })
  attemptEach(
    uses,
    (place) => place,
    ({ name, at, use }) => {
      const attribute = use.constructor.name.replace(/Attribute$/, '')
      throw new PackageNotInstalled(name, at, attribute, packageOf(use) as string)
    },
  )
}

/** Returns the package that implements a decorator; undefined for a decorator of the framework. */
function packageOf({ constructor }: object): string | undefined {
  return (constructor as { readonly [implementingPackage]?: string })[implementingPackage]
}

/** Thrown if the application uses a decorator whose package is not installed. */
export class PackageNotInstalled extends Error {
  override readonly name = 'PackageNotInstalled'
  /** The name of the package, such as `@fw/schedule`. */
  readonly package: string

  constructor(owner: string, at: string, attribute: string, packageName: string) {
    super(`${owner} (${at}): @${attribute} needs ${packageName}. Run: npm install ${packageName}`)
    this.package = packageName
  }
}
