import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** Source that affects the test files after it in a process, that they could affect, or whose effects are not known. */
const changes: Readonly<Record<string, RegExp>> = {
  'sets an environment variable':
    /process\.env(\.\w+|\[[^\]]+\])? (\?\?|\|\|)?= |delete process\.env|assign\(process\.env/,
  'changes the process': /process\.(chdir|umask|exit|exitCode|on|once|off|emit|removeAll\w+)\b/,
  'replaces modules': /\bvi\.(mock|doMock|unmock|hoisted|resetModules)\b/,
  'mentions the global object': /\bglobalThis\b|\bglobal\.|\bmock\.(method|timers)\b/,
  'replaces a method':
    /\.prototype(\.\w+|\[[^\]]+\]) = |definePropert(y|ies)\((\w+\.|[A-Z]|process\b|console\b)/,
  'assigns to a module or a global': /^\s*(console|Date|Math|JSON|crypto|https?|net|tls)\.\w+ = /m,
  'measures memory or time':
    /memoryUsage|heapUsed|\bgc\b|WeakRef|cpuUsage|hrtime|performance\.now|EventLoopDelay/,
  'changes or observes Node':
    /setFlagsFromString|createHook|registerHooks|src\/hooks\.ts|'node:test'|setDefault\w+\(/,
  'imports modules by a URL': /\bimport\(new URL\(/,
  'starts threads': /'(node:)?(worker_threads|cluster)'/,
}

/** A module is imported once in a process, so its hooks would run for one test file only. */
const hooks = /^(before|after)(All|Each)\(/m

/**
 * Divides the test files that match: those that can share a process, by which the framework is
 * loaded once for many of them, and those that need a process each. A file needs one if it, or a
 * module of the tests that it imports, changes the process, or starts threads.
 */
export function divideTests(
  include: readonly string[],
  exclude: readonly string[],
): { readonly shared: string[]; readonly separate: string[] } {
  const files = globSync([...include], { cwd: root, exclude: [...exclude] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
  const shared = files.filter((file) => reasonToSeparate(join(root, file)) === undefined)
  return { shared, separate: files.filter((file) => !shared.includes(file)) }
}

/** Returns why a test file needs a separate process, or undefined if it can share one. */
export function reasonToSeparate(file: string): string | undefined {
  for (const module of modulesOf(file)) {
    const text = readFileSync(module, 'utf8')
    const found = Object.entries(changes).find(([, pattern]) => pattern.test(text))
    if (found) return `${module}: ${found[0]}`
    if (module !== file && hooks.test(text)) return `${module}: has hooks`
  }
  return undefined
}

/** Returns a test file, and the modules of tests that it imports. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)
  for (const [, specifier = ''] of specifiers) {
    const module = join(dirname(file), specifier)
    if (/\/(test|spec|apps)\/.*\.ts$/.test(module) && existsSync(module)) modulesOf(module, found)
  }
  return found
}
