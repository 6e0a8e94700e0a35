import { statSync } from 'node:fs'

const typescriptFor: Record<string, string> = {
  '.js': '.ts',
  '.mjs': '.mts',
}
const extensions = ['.ts', '.mts', '.js', '.mjs']

/**
 * The file that a path in an import means to TypeScript: the file itself, the `.ts` beside a
 * missing `.js`, the path with an extension added, or the index of a folder.
 */
export function resolveFile(path: string): string | undefined {
  return candidates(path).find(isFile)
}

function candidates(path: string): string[] {
  const [extension = ''] = /\.m?js$/.exec(path) ?? []
  const base = path.slice(0, path.length - extension.length)
  const typescript = typescriptFor[extension]
  return [
    path,
    ...(typescript === undefined ? [] : [base + typescript]),
    ...extensions.map((added) => path + added),
    ...extensions.map((added) => `${path}/index${added}`),
  ]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
