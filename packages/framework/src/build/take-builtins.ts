/**
 * Replaces the imports of Node's own modules at the head of finished code: `import { a } from 'node:fs'` reads all names
 * that `node:fs` has, and so loads streams, workers and more; taking `a` alone loads what it needs.
 */
export function takeBuiltins(code: string): string {
  let end = 0
  let head = ''
  statement.lastIndex = 0
  for (let found = statement.exec(code); found; found = statement.exec(code)) {
    end = statement.lastIndex
    head += found[0].replace(builtinImport, (_, whole?: string, names?: string, module = '') => {
      const taken = `process.getBuiltinModule(${module})`
      const declared = [whole, names && `{${names.replaceAll(/\s+as\s+/g, ': ')}}`]
      return declared
        .filter((each) => each !== undefined)
        .map((each) => `const ${each} = ${taken};`)
        .join(' ')
    })
  }
  return head + code.slice(end)
}

const statement = /\s*(?:\/\/[^\n]*\n|import\b[^;"'`]*["'][^"'\n]*["'];?)/y

const builtinImport =
  /\bimport\s*(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s*(["']node:[\w/]+["']);?/
