import { runCommandLine } from '@fw/core/console'
import { vi } from 'vitest'

/** Runs a command of `fw` to its end, in the process of the test. The application must be importable. */
export async function runHere(
  folder: string,
  words: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' }
  // Paths are printed relative to this folder.
  const spies = [vi.spyOn(process, 'cwd').mockReturnValue(folder)] as { mockRestore(): void }[]
  for (const name of ['stdout', 'stderr'] as const) {
    const write = (text: string | Uint8Array) => {
      printed[name] += String(text)
      return true
    }
    spies.push(vi.spyOn(process[name], 'write').mockImplementation(write))
  }
  try {
    return { code: await runCommandLine(words, folder), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
