import { cpSync } from 'node:fs'
import { basename } from 'node:path'

/** Copies what modules read beside them: every file that is not TypeScript. */
export function copyAssets(root: string, output: string): void {
  cpSync(root, output, {
    recursive: true,
    filter: (path) => path === root || isAsset(basename(path)),
  })
}

function isAsset(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && !/\.[cm]?tsx?$/.test(name)
}
