import { existsSync, readFileSync } from 'node:fs'
import { readBundle } from '../../base/platform/bundle.ts'

const manifest = new URL('../../../package.json', import.meta.url)

/** Returns the output of `fw --version`: the versions of fw and of the runtime. */
export function describeVersion(): string {
  const { bun, deno, node } = process.versions
  const runtime = bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node ${node}`
  return `${release()}, ${runtime}\n`
}

/**
 * Returns the version of fw, or in a bundle the version of the application, because a bundle does not include the
 * package.json of fw.
 */
function release(): string {
  const bundle = readBundle()
  if (bundle || !existsSync(manifest)) {
    const { name = 'application', version = '' } = bundle?.manifest ?? {}
    return `${name} ${version}`.trimEnd()
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return `fw ${version}`
}
