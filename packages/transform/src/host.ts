/** How the transform reaches the other modules of an application. */
export interface Host {
  /** The text of a file; undefined where there is none. */
  readFile(path: string): string | undefined
  /** What an import means; undefined where nothing is found. */
  resolve(specifier: string, from: string): Resolution | undefined
}

export type Resolution =
  | { readonly kind: 'file'; readonly path: string }
  /** `hasValues` is false for a package of types alone, which cannot be imported at run time. */
  | { readonly kind: 'package'; readonly hasValues: boolean }
