import type { FileHandle } from 'node:fs/promises'
import { isCloudflareWorker } from '../../../base/platform/cloudflare-worker.ts'

/** A temporary file of this process. The code that creates it must remove it. */
export interface TemporaryFile {
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** Finishes writing. The blob reads from disk on demand. */
  toBlob(): Promise<Blob>
  remove(): Promise<void>
}

/** Creates a temporary file. Returns undefined on platforms without files, or whose blobs cannot read from files. */
export function createTemporaryFile(): TemporaryFile | undefined {
  const builtin = globalThis.process?.getBuiltinModule
  const fs = builtin?.('node:fs')
  // On Cloudflare, files would be kept in memory in any case.
  if (!fs || typeof fs.openAsBlob !== 'function' || isCloudflareWorker) return undefined
  const folder = builtin('node:os').tmpdir()
  const path = builtin('node:path').join(folder, prefix + crypto.randomUUID())
  let handle: FileHandle | undefined
  let size = 0
  leftOver.add(path)
  if (!isWatching) watch(folder, fs.rmSync)
  return {
    async append(pieces) {
      handle ??= await fs.promises.open(path, 'wx', 0o600)
      for (const piece of pieces) {
        await writeAt(handle, piece, size)
        size += piece.length
      }
    },
    async toBlob() {
      await handle?.close()
      handle = undefined
      return fs.openAsBlob(path)
    },
    async remove() {
      await handle?.close()
      await fs.promises.rm(path, { force: true })
      leftOver.delete(path)
    },
  }
}

async function writeAt(handle: FileHandle, piece: Uint8Array, start: number): Promise<void> {
  let written = 0
  while (written < piece.length) {
    const rest = piece.length - written
    written += (await handle.write(piece, written, rest, start + written)).bytesWritten
  }
}

const leftOver = new Set<string>()
let isWatching = false

/** Removes the files when the process exits. Files of a killed process are removed by the next process. */
function watch(folder: string, remove: (path: string, options: { force: true }) => void): void {
  isWatching = true
  process.once('exit', () => {
    for (const rest of leftOver) remove(rest, { force: true })
  })
  void removeAbandonedFiles(folder)
}

const prefix = 'fw-upload-'

/** The age at which a file is considered abandoned, in milliseconds. No request takes a day. */
const longestUse = 24 * 60 * 60 * 1000

/** Removes files that killed processes have left in the folder. */
async function removeAbandonedFiles(folder: string): Promise<void> {
  const { readdir, rm, stat } = process.getBuiltinModule('node:fs').promises
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(prefix)) continue
    const path = `${folder}/${name}`
    try {
      if (Date.now() - (await stat(path)).mtimeMs > longestUse) await rm(path)
    } catch {
      // Another process has removed the file, or it belongs to a different user.
    }
  }
}
