import { watch } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readRoots } from '../discovery/roots.ts'

/** Editors and version control write several files at once. */
const settleMilliseconds = 50

export interface FileWatch {
  /** Resolves with a file that has changed since the last call, once the changes have settled. */
  next(): Promise<string>
  close(): void
}

/** Watches what a running application depends on: its code, its package.json and its `.env`. */
export function watchFiles(folder: string): FileWatch {
  let changed: string | undefined
  let wake: (() => void) | undefined
  const notice = (path: string) => {
    changed ??= relative(folder, path)
    wake?.()
  }
  const watchers = [
    watch(folder, (_event, name) => {
      if (name === '.env' || name === 'package.json') notice(join(folder, name))
    }),
    ...readRoots(folder).map((root) =>
      watch(root, { recursive: true }, (_event, name) => {
        if (name !== null && !isTemporary(name)) notice(join(root, name))
      }),
    ),
  ]
  return {
    async next() {
      if (changed === undefined) await new Promise<void>((resolve) => (wake = resolve))
      await setTimeout(settleMilliseconds)
      const path = changed ?? ''
      changed = undefined
      return path
    },
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }
}

function isTemporary(path: string): boolean {
  return basename(path).startsWith('.') || path.endsWith('~')
}
