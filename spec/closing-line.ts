import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * A Vitest reporter that says last what could not run, and how to get what is missing; then
 * `N passed, N failed, N skipped`, alone on a line.
 */
export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const failed =
      count('failed') + modules.filter(failedOutsideTests).length + unhandledErrors.length
    const passed = count('passed')
    const skipped = count('skipped') + count('pending')
    process.stdout.write(
      `\n${missing(tests)}${passed} passed, ${failed} failed, ${skipped} skipped\n`,
    )
  },
}

/** Tests print their missing requirement when they skip themselves. */
function missing(tests: readonly TestCase[]): string {
  const counts = new Map<string, number>()
  for (const test of tests) {
    const result = test.result()
    const note = result.state === 'skipped' ? result.note : undefined
    if (note !== undefined) counts.set(note, (counts.get(note) ?? 0) + 1)
  }
  const lines = [...counts].map(([note, count]) => `Skipped ${count}: ${note}\n`)
  return lines.length > 0 ? `${lines.join('')}\n` : ''
}

function failedOutsideTests(module: TestModule): boolean {
  return module.errors().length > 0
}
