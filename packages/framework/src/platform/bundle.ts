import type * as serializers from 'pino-std-serializers'
import type * as stringifier from 'safe-stable-stringify'

/** What the framework looks at in the package.json of an application. */
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

/** A module with classes that the framework can use. */
export interface DiscoveredModule {
  readonly file: string
  /** The names under which the module exports them. */
  readonly exports: readonly string[]
  /** Classes with attributed methods that the module keeps to itself. */
  readonly hidden: readonly string[]
}

/** An application as it was built: what reading the source has found. */
export interface BuiltApplication {
  readonly bootstrap?: string | undefined
  readonly modules: readonly DiscoveredModule[]
}

/** An application as `fw build --bundle` writes it: what is found on the disk elsewhere is in it. */
export interface Bundle extends BuiltApplication {
  readonly manifest: ApplicationManifest
  /** How to import the modules that boot imports, by their paths. */
  readonly imports: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>
  /** How to import the extensions that the application has installed. */
  readonly extensions: readonly (() => Promise<Readonly<Record<string, unknown>>>)[]
  readonly logPackages: () => LogPackages
}

/** What writes the lines of a log that are not plain. */
export interface LogPackages {
  readonly serializers: { readonly errWithCause: typeof serializers.errWithCause }
  readonly stringifier: { readonly configure: typeof stringifier.configure }
}

/** The name of the global in which the file keeps it. */
export const bundleKey = 'fw.bundle'

/** Undefined where the application consists of modules of its own. */
export function readBundle(): Bundle | undefined {
  return (globalThis as { [key: symbol]: Bundle | undefined })[Symbol.for(bundleKey)]
}
