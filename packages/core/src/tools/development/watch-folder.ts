import { lstatSync, readdirSync, watch, type FSWatcher } from 'node:fs'
import { join, sep } from 'node:path'
import { tryRead } from '../../base/logging/thrown.ts'

/**
 * True if the option `recursive` of Node reports all changes. On Linux, Node 22 and 24 watch each file separately with
 * it, and stop watching a file that an editor replaces. Watching each folder reports these changes.
 */
const isRecursiveReliable = process.platform !== 'linux'

/** Watches a folder, and its subfolders if `isRecursive`. `onChange` gets paths relative to the folder. */
export class FolderWatcher {
  readonly #root: string
  /** True if Node watches the subfolders. */
  readonly #recursive: boolean
  /** True if this class watches each subfolder separately. */
  readonly #watchesSubfolders: boolean
  readonly #onChange: (path: string) => void
  readonly #watchers = new Map<string, FSWatcher>()

  constructor(root: string, isRecursive: boolean, onChange: (path: string) => void) {
    this.#root = root
    this.#recursive = isRecursive && isRecursiveReliable
    this.#watchesSubfolders = isRecursive && !isRecursiveReliable
    this.#onChange = onChange
    this.#watch('')
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  #watch(folder: string): void {
    const path = join(this.#root, folder)
    const watcher = watch(path, { recursive: this.#recursive }, (event, name) => {
      if (name === null) return
      const changed = join(folder, name)
      if (event === 'rename' && this.#watchesSubfolders) this.#update(changed)
      this.#onChange(changed)
    })
    // If the folder is deleted, the watcher emits an error, which can be ignored.
    this.#watchers.set(
      folder,
      watcher.on('error', () => {}),
    )
    if (this.#watchesSubfolders) this.#watchSubfolders(folder, path)
  }

  #watchSubfolders(folder: string, path: string): void {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#tryWatch(join(folder, entry.name))
    }
  }

  /** Starts to watch a new folder. Stops watching a removed folder and its subfolders. */
  #update(changed: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== changed && !folder.startsWith(changed + sep)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    this.#tryWatch(changed)
    if (!this.#watchers.has(changed)) return
    const path = join(this.#root, changed)
    // These files may have been written before the folder was watched.
    const written = tryRead(path, () => readdirSync(path, { encoding: 'utf8', recursive: true }))
    for (const name of written ?? []) this.#onChange(join(changed, name))
  }

  /** Watches a folder. Skips files, and folders that were removed in the meantime. */
  #tryWatch(folder: string): void {
    const path = join(this.#root, folder)
    tryRead(path, () => {
      if (lstatSync(path).isDirectory()) this.#watch(folder)
    })
  }
}
