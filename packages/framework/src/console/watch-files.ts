import { watch } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readRoots } from '../discovery/roots.ts'

/** Editors and version control write several files at once. */
const settleMilliseconds = 30

export interface FileWatch {
  /** Resolves with a file that has changed since changes last settled. */
  next(): Promise<string>
  /** Resolves when the changes that come with it have been made. */
  settled(): Promise<void>
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
      return changed ?? ''
    },
    async settled() {
      await setTimeout(settleMilliseconds)
      changed = undefined
    },
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** What editors and tools write for a while: `.name`, `name~`, `#name#`, `4913` of Vim, `name.tmp.123`, `name___jb_tmp___`. */
const temporaryName =
  /^\.|~$|^#.*#$|^\d+$|\.(?:sw[nopx]|swpx|tmp|temp|crswap|part)\b|___jb_(?:tmp|old|bak)___$/i

function isTemporary(path: string): boolean {
  const folders = path.split(sep)
  const name = folders.pop() ?? ''
  return temporaryName.test(name) || folders.some((folder) => folder.startsWith('.'))
}
