import { readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FolderInUse } from './errors.ts'

/** The contents of files by path. */
export type FileContents = ReadonlyMap<string, string | Uint8Array>

/** The folder of a new project. `remove` deletes everything that was not in it before. */
export class ProjectFolder {
  readonly path: string
  readonly #existing: ReadonlySet<string>
  /** The outermost folder that was created. */
  #createdFolder: string | undefined

  /**
   * Throws {@link FolderInUse} if the path is a file, or a folder with other content than a Git repository, a license
   * and a README.
   */
  constructor(path: string) {
    this.path = path
    const files = entriesOf(path)
    const otherFiles = files.filter(
      (name) => !/^(\.git|(licen[cs]e|copying|readme)(\..*)?)$/i.test(name),
    )
    if (otherFiles.length > 0) throw new FolderInUse(path, otherFiles.toSorted())
    this.#existing = new Set(files)
  }

  /** Writes the files that do not exist yet, and returns their paths. */
  async write(contents: FileContents, signal: AbortSignal): Promise<string[]> {
    this.#createdFolder ??= await mkdir(this.path, { recursive: true })
    const written: string[] = []
    for (const [path, text] of contents) {
      signal.throwIfAborted()
      const file = join(this.path, path)
      await mkdir(dirname(file), { recursive: true })
      if (await writeNew(file, text)) written.push(path)
    }
    return written
  }

  /** Removes everything that did not exist before. */
  remove(): void {
    if (this.#createdFolder !== undefined)
      return rmSync(this.#createdFolder, { recursive: true, force: true })
    for (const name of entriesOf(this.path)) {
      if (!this.#existing.has(name)) rmSync(join(this.path, name), { recursive: true, force: true })
    }
  }
}

async function writeNew(file: string, text: string | Uint8Array): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function entriesOf(folder: string): string[] {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) throw new FolderInUse(dirname(folder), [folder])
  return readdirSync(folder)
}
