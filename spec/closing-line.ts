import type { Reporter, TestModule } from 'vitest/node'

/** A Vitest reporter whose last word is `N passed, N failed, N skipped`, alone on a line. */
export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const failed =
      count('failed') + modules.filter(failedOutsideTests).length + unhandledErrors.length
    const passed = count('passed')
    const skipped = count('skipped') + count('pending')
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  },
}

function failedOutsideTests(module: TestModule): boolean {
  return module.errors().length > 0
}
