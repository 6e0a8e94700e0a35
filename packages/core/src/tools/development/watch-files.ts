import { join, relative, resolve, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readClientSettings } from '../client/client-settings.ts'
import { tryRead } from '../../base/logging/thrown.ts'
import { FolderWatcher } from './watch-folder.ts'
import { dependenciesOf, type WatchedFolder } from './watched-folders.ts'

/**
 * The time to wait for further changes, in milliseconds, because editors and version control write several files at the
 * same time.
 */
const settleMilliseconds = 30

/** Watches the files that a running application depends on. */
export class WatchedFiles {
  readonly #folder: string
  readonly #watchers = new Map<string, FolderWatcher>()
  #clients: readonly string[] = []
  #changed: string | undefined
  #wake: (() => void) | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#update()
  }

  /** Resolves to the path of a changed file, or to an empty string after `requestRestart`. */
  async next(): Promise<string> {
    if (this.#changed === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#changed ?? ''
  }

  /** Waits a moment for further changes of the same save, and ignores them. */
  async settled(): Promise<void> {
    await setTimeout(settleMilliseconds)
    this.#changed = undefined
    this.#update()
  }

  /** Resolves `next` without a change. */
  requestRestart(): void {
    this.#changed ??= ''
    this.#wake?.()
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  /** Updates the watched folders, which depend on package.json and tsconfig.json. */
  #update(): void {
    this.#clients = clientFolders(this.#folder)
    const wanted = new Map(dependenciesOf(this.#folder).map((folder) => [keyOf(folder), folder]))
    for (const [key, watcher] of this.#watchers) {
      if (wanted.has(key)) continue
      watcher.close()
      this.#watchers.delete(key)
    }
    for (const [key, folder] of wanted) {
      if (!this.#watchers.has(key)) this.#watchers.set(key, this.#watch(folder))
    }
  }

  /** True for a file of a generated client. Its changes are ignored, because a boot may write it. */
  #isGenerated(path: string): boolean {
    return this.#clients.some((client) => path === client || path.startsWith(client + sep))
  }

  #watch({ path, names }: WatchedFolder): FolderWatcher {
    return new FolderWatcher(path, names === undefined, (name) => {
      if (!isRelevant(name, names) || this.#isGenerated(join(path, name))) return
      this.#changed ??= relative(this.#folder, join(path, name))
      this.#wake?.()
    })
  }
}

/** Returns the folders of the generated clients, which a boot may write. */
function clientFolders(folder: string): string[] {
  // Boot reports invalid settings.
  const settings = tryRead(folder, () => readClientSettings(folder)) ?? []
  return settings.map(({ out }) => resolve(folder, out))
}

function keyOf({ path, names }: WatchedFolder): string {
  return `${path}\0${names}`
}

function isRelevant(name: string, names: WatchedFolder['names']): boolean {
  if (names === undefined) return !isTemporary(name)
  return typeof names === 'string' ? name === names : names.test(name)
}

/**
 * Matches the temporary files of editors and tools: `.name`, `name~`, `#name#`, `4913` of Vim, `sedf31Ciy`,
 * `name.tmp.123`, `name___jb_tmp___`.
 */
const temporaryName =
  /^\.|~$|^#.*#$|^\d+$|^sed\w{6}$|\.(?:sw[nopx]|swpx|tmp|temp|crswap|part)\b|___jb_(?:tmp|old|bak)___$/i

function isTemporary(path: string): boolean {
  const folders = path.split(sep)
  const name = folders.pop() ?? ''
  return temporaryName.test(name) || folders.some((folder) => folder.startsWith('.'))
}
