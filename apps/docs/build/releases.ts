import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds a release to the list that the switch of all releases reads, and says whether it is the newest. */
export function recordRelease(site: string, release: string): boolean {
  const file = join(site, 'releases.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
  const all = [...new Set([...known, release])].toSorted(newestFirst)
  writeFileSync(file, `${JSON.stringify(all)}\n`)
  return all[0] === release
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true })
}
