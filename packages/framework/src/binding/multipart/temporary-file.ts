import type { FileHandle } from 'node:fs/promises'

/** A file of this process alone, which its owner removes. */
export interface TemporaryFile {
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** Ends the writing; the contents are read from the disk when they are asked for. */
  toBlob(): Promise<Blob>
  remove(): Promise<void>
}

/** Undefined on a platform without files, or whose files cannot be blobs. */
export function createTemporaryFile(): TemporaryFile | undefined {
  const builtin = globalThis.process?.getBuiltinModule
  const fs = builtin?.('node:fs')
  if (!fs || typeof fs.openAsBlob !== 'function') return undefined
  const path = builtin('node:path').join(
    builtin('node:os').tmpdir(),
    `fw-upload-${crypto.randomUUID()}`,
  )
  let handle: FileHandle | undefined
  removeAtExit(path, fs.rmSync)
  return {
    async append(pieces) {
      handle ??= await fs.promises.open(path, 'wx', 0o600)
      for (const piece of pieces) await handle.writeFile(piece)
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

const leftOver = new Set<string>()
let isWatching = false

/** A process that ends in the middle of a request leaves nothing behind. */
function removeAtExit(
  path: string,
  remove: (path: string, options: { force: true }) => void,
): void {
  leftOver.add(path)
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const rest of leftOver) remove(rest, { force: true })
  })
}
