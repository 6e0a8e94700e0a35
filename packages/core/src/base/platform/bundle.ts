import type * as serializers from 'pino-std-serializers'
import type * as stringifier from 'safe-stable-stringify'

/** The parts of an application's package.json that the framework reads. */
export interface ApplicationManifest {
  readonly name?: string
  readonly version?: string
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly fw?: {
    readonly roots?: unknown
    readonly external?: unknown
    readonly openapi?: unknown
    readonly mcp?: unknown
    readonly client?: unknown
  }
}

/** A module with classes or scalars that the framework uses, or with decorated classes that it cannot use. */
export interface DiscoveredModule {
  readonly file: string
  /** The export names of the classes and of constants created with `scalar`. */
  readonly exports: readonly string[]
  /** Classes with decorated methods that the module does not export. */
  readonly hidden: readonly string[]
}

/** The manifest of a built application, created from its source. */
export interface BuiltApplication {
  readonly bootstrap?: string | undefined
  readonly modules: readonly DiscoveredModule[]
}

/** An application built with `fw build --bundle`. It contains the data that is otherwise read from files. */
export interface Bundle extends BuiltApplication {
  readonly manifest: ApplicationManifest
  /** Functions that import the modules needed at boot, by path. */
  readonly imports: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>
  /** Functions that import the installed extensions. */
  readonly extensions: readonly (() => Promise<Readonly<Record<string, unknown>>>)[]
  readonly logPackages: () => LogPackages
}

/** The packages that the logger loads for errors, circular values and bigints. */
export interface LogPackages {
  readonly serializers: { readonly errWithCause: typeof serializers.errWithCause }
  readonly stringifier: { readonly configure: typeof stringifier.configure }
}

/** The key of the symbol property of `globalThis` that contains the bundle. */
export const bundleKey = 'fw.bundle'

/** Returns the bundle; undefined if the application consists of separate modules. */
export function readBundle(): Bundle | undefined {
  return (globalThis as { [key: symbol]: Bundle | undefined })[Symbol.for(bundleKey)]
}
