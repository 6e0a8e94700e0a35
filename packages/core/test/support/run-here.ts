import { runCommandLine } from '@fw/core/console'
import { vi } from 'vitest'
import { captureOutput } from './capture-output.ts'

/** Runs a command of `fw` to its end, in the process of the test. The application must be importable. */
export async function runHere(
  folder: string,
  words: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { printed, restore } = captureOutput()
  // Paths are printed relative to this folder.
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  try {
    return { code: await runCommandLine(words, folder), ...printed }
  } finally {
    cwd.mockRestore()
    restore()
  }
}
