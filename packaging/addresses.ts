import { readManifest } from './manifest.ts'

/** The public addresses of the project. A release needs all of them. */
export interface Addresses {
  readonly repository?: { readonly type: string; readonly url: string }
  /** The documentation site. */
  readonly homepage?: string
  readonly bugs?: string
}

/** The addresses in package.json of the repository, from which all packages have them. */
export function readAddresses(repository: string): Addresses {
  const { repository: source, homepage, bugs } = readManifest(repository) as Addresses
  return {
    ...(source && { repository: source }),
    ...(homepage && { homepage }),
    ...(bugs && { bugs }),
  }
}

/** The addresses for the package.json of a package. */
export function addressesOf(folder: string, { repository, ...others }: Addresses): object {
  if (!repository) return others
  return { repository: { ...repository, directory: `packages/${folder}` }, ...others }
}
