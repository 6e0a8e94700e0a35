/**
 * Replaces the imports of Node's built-in modules at the start of a chunk, which rolldown writes one per line. `import
 * { a } from "node:fs"` reads all exports of `node:fs`, and therefore loads streams, workers and more; reading only `a`
 * loads only what it needs. The remaining imports come first. `node:module` is loaded when `createRequire` is first
 * called.
 */
export function replaceBuiltinImports(code: string): string {
  const lines = code.split('\n')
  const end = lines.findIndex((line) => !/^(?:import|\/\/|$)/.test(line))
  const head = lines.slice(0, end).map(replaceImport)
  const isReplaced = (line: string) => line.startsWith('const ')
  const sorted = [...head.filter((line) => !isReplaced(line)), ...head.filter(isReplaced)]
  return [...sorted, ...lines.slice(end)].join('\n')
}

function replaceImport(line: string): string {
  const at = line.lastIndexOf(' from "node:')
  if (at < 0 || line.startsWith('import *')) return line
  const required = /^import \{ createRequire(?: as ([\w$]+))? \} from "node:module"/.exec(line)
  if (required) {
    const [, name = 'createRequire'] = required
    return `const ${name} = (from) => process.getBuiltinModule("node:module").createRequire(from);`
  }
  const what = line.slice('import '.length, at)
  const module = line.slice(at + ' from '.length, line.lastIndexOf('"') + 1)
  const names = what.indexOf('{')
  const parts = names < 0 ? [what] : [what.slice(0, names).replace(',', ''), what.slice(names)]
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => `const ${part.replaceAll(' as ', ': ')} = process.getBuiltinModule(${module});`)
    .join(' ')
}
