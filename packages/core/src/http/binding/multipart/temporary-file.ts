import type { FileHandle } from 'node:fs/promises'
import { isCloudflareWorker } from '../../../base/platform/cloudflare-worker.ts'

/** A temporary file of this process. The code that creates it must remove it. */
export interface TemporaryFile {
  append(chunks: readonly Uint8Array[]): Promise<void>
  /** Finishes writing. The blob reads from disk on demand. */
  toBlob(): Promise<Blob>
  remove(): Promise<void>
}

/**
 * Creates a temporary file. Returns undefined on platforms that have no file system, or whose blobs cannot read from
 * files.
 */
export function createTemporaryFile(): TemporaryFile | undefined {
  const builtin = globalThis.process?.getBuiltinModule
  const fs = builtin?.('node:fs')
  // On Cloudflare, files would be kept in memory in any case.
  if (!fs || typeof fs.openAsBlob !== 'function' || isCloudflareWorker) return undefined
  const folder = builtin('node:os').tmpdir()
  const path = builtin('node:path').join(folder, prefix + crypto.randomUUID())
  let handle: FileHandle | undefined
  let size = 0
  remainingFiles.add(path)
  if (!isRegistered) removeOnExit(folder, fs.rmSync)
  return {
    async append(chunks) {
      handle ??= await fs.promises.open(path, 'wx', 0o600)
      for (const chunk of chunks) {
        await writeAt(handle, chunk, size)
        size += chunk.length
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
      remainingFiles.delete(path)
    },
  }
}

async function writeAt(handle: FileHandle, chunk: Uint8Array, start: number): Promise<void> {
  let written = 0
  while (written < chunk.length) {
    const rest = chunk.length - written
    written += (await handle.write(chunk, written, rest, start + written)).bytesWritten
  }
}

const remainingFiles = new Set<string>()
let isRegistered = false

/** Removes the files when the process exits. A later process removes the files of a killed process after a day. */
function removeOnExit(
  folder: string,
  remove: (path: string, options: { force: true }) => void,
): void {
  isRegistered = true
  process.once('exit', () => {
    for (const path of remainingFiles) remove(path, { force: true })
  })
  void removeAbandonedFiles(folder)
}

const prefix = 'fw-upload-'

/** The age at which a file is considered abandoned, in milliseconds. No request takes a day. */
const maxAge = 24 * 60 * 60 * 1000

/** Removes files that killed processes have left in the folder. */
async function removeAbandonedFiles(folder: string): Promise<void> {
  const { readdir, rm, stat } = process.getBuiltinModule('node:fs').promises
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(prefix)) continue
    const path = `${folder}/${name}`
    try {
      if (Date.now() - (await stat(path)).mtimeMs > maxAge) await rm(path)
    } catch {
      // Another process has removed the file, or the file belongs to a different user.
    }
  }
}
