import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as tsconfig from 'get-tsconfig'

type Matcher = (specifier: string) => readonly string[]

const none: Matcher = () => []
const matchers = new Map<string, Matcher>()

/** Returns the targets of an import according to `paths` in the nearest tsconfig.json, the longest prefix first. */
export function aliasTargets(specifier: string, from: string): readonly string[] {
  if (specifier.startsWith('@fw/') || from.includes('/node_modules/')) {
    return []
  }
  return matcherFor(dirname(from))(specifier)
}

/** Clears the cache. Long-running processes call this, because the file may change while they run. */
export function forgetAliases(): void {
  matchers.clear()
}

function matcherFor(folder: string): Matcher {
  let found = matchers.get(folder)
  if (!found) matchers.set(folder, (found = readMatcher(folder)))
  return found
}

function readMatcher(folder: string): Matcher {
  const file = join(folder, 'tsconfig.json')
  if (!existsSync(file)) {
    const parent = dirname(folder)
    return parent === folder ? none : matcherFor(parent)
  }
  // Most files have neither `paths` nor `extends`, so the library that reads these is not needed.
  if (!/"(?:paths|extends)"/.test(readFileSync(file, 'utf8'))) return none
  const { createPathsMatcher, parseTsconfig } = require('get-tsconfig') as typeof tsconfig
  try {
    return createPathsMatcher({ path: file, config: parseTsconfig(file) }) ?? none
  } catch {
    // The compiler reports errors in the file, such as a base configuration that does not exist.
    return none
  }
}

const require = createRequire(import.meta.url)
