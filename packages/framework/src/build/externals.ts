import { isTextList, readManifest } from '../platform/application-manifest.ts'
import { UnusableExternals } from './errors.ts'

/** Whether a bundle imports something from outside: `cloudflare:workers` and its like, and `fw.external` of package.json. */
export function readExternals(folder: string): (specifier: string) => boolean {
  const { external = [] } = readManifest(folder).fw ?? {}
  if (!isTextList(external)) throw new UnusableExternals()
  return (specifier) =>
    /^[a-z]{2,}:/.test(specifier) ||
    external.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}
