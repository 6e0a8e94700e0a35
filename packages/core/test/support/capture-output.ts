import { vi } from 'vitest'

/** Collects what this process prints, in place of printing it, until `restore` is called. */
export function captureOutput() {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text)
      return true
    }),
  )
  const restore = () => {
    for (const spy of spies) spy.mockRestore()
  }
  return { printed, restore }
}
