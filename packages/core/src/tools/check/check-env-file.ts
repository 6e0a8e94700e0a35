import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Config } from '../../base/config/config.ts'
import { readRoots } from '../../base/discovery/roots.ts'
import { sourceFiles } from '../../base/discovery/source-files.ts'
import { editDistance } from '../console/nearest.ts'
import type { Finding } from './finding.ts'

const page = new URL('../../../docs/config.md', import.meta.url)

/**
 * Returns a warning for each unused key of `.env` that differs by one letter from a key that is read but not set. Also
 * returns one for an unused `NODE_ENV`, because the framework reads it only from the environment.
 */
export function checkEnvFile(folder: string): Finding[] {
  try {
    return findUnused(folder)
  } catch {
    // A file that cannot be opened might use any key.
    return []
  }
}

function findUnused(folder: string): Finding[] {
  const file = join(folder, '.env')
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const keys = Object.keys(parseEnv(text))
  const modules = readRoots(folder).flatMap(sourceFiles)
  if (keys.length === 0 || modules.length === 0) return []
  const config = Config.load(folder)
  const sources = [...modules, ...filesIn(folder)].map(read).join('\n')
  const known = new Set([...frameworkKeys(), ...readKeys(sources)])
  const words = new Set(sources.match(/\w+/gu))
  return keys.flatMap((key) => {
    if (words.has(key)) return []
    if (key === 'NODE_ENV') return [ignoredKey(text)]
    if (known.has(key)) return []
    const near = [...known].find((each) => !config.has(each) && isNear(key, each))
    return near === undefined ? [] : [misspeltKey(key, near, text)]
  })
}

/**
 * True if two keys of at least six characters differ by one character. False if they differ only in
 * digits, because then both are usually correct.
 */
function isNear(key: string, known: string): boolean {
  const isLong = Math.min(key.length, known.length) > 5
  const [letters, others] = [key, known].map((each) => each.replaceAll(/\d/gu, ''))
  return isLong && letters !== others && editDistance(key, known) === 1
}

/**
 * Returns the keys that the framework reads, from the documentation page about configuration. Bundles do not include
 * the page.
 */
function frameworkKeys(): string[] {
  const rows = existsSync(page) ? (read(page).match(/^\| `[^|]+/gmu) ?? []) : []
  return rows.flatMap((row) => Array.from(row.matchAll(/`([A-Z_]+)`/gu), ([, key = '']) => key))
}

function readKeys(sources: string): string[] {
  const reading = /(?:\b[cC]onfig\.\w+\(\s*|\benv\[)['"](\w+)['"]|\benv\.(\w+)/gu
  return Array.from(sources.matchAll(reading), ([, first, second]) => first ?? second ?? '')
}

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.filter(({ name }) => settings.test(name)).map(({ name }) => join(folder, name))
}

/** The files next to `.env` that may use its keys. */
const settings =
  /^(?!.*lock)(?:.*\.(?:[cm]?[jt]s|json|ya?ml|toml|sh)|\.env\..+|[A-Z]\w*file|justfile)$/u

function read(file: string | URL): string {
  return readFileSync(file, 'utf8')
}

function misspeltKey(key: string, near: string, text: string): Finding {
  return {
    ...locate(key, text),
    code: 'MisspeltKey',
    text: `${key} is set, but never read.`,
    remedy: `Did you mean "${near}"?`,
  }
}

function ignoredKey(text: string): Finding {
  return {
    ...locate('NODE_ENV', text),
    code: 'IgnoredKey',
    text: 'NODE_ENV has no effect in .env.',
    remedy: 'Set it in the environment. For production, you can also run "fw --production serve".',
  }
}

function locate(key: string, text: string) {
  const lines = text.split('\n')
  const line = lines.findIndex((each) => each.replace('export ', '').trim().startsWith(key)) + 1
  return { severity: 'warning', file: '.env', line, column: 1 } as const
}
