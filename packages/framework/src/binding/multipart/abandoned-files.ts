export const uploadPrefix = 'fw-upload-'

/** In milliseconds. No answer takes a day. */
const longestUse = 24 * 60 * 60 * 1000

/** Removes what killed processes have left in the folder. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  const { readdir, rm, stat } = process.getBuiltinModule('node:fs').promises
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(uploadPrefix)) continue
    const path = `${folder}/${name}`
    try {
      if (Date.now() - (await stat(path)).mtimeMs > longestUse) await rm(path)
    } catch {
      // Another process has removed it, or it belongs to somebody else.
    }
  }
}
