import { afterAll, expect, vi } from 'vitest'

// Runs before each test file that shares its process. Such a file must leave the process as it was; what `vi` has replaced
// is put back here.
const before = stateOfProcess()

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  const { globals, ...after } = stateOfProcess()
  const { globals: original, ...others } = before
  expect(after, 'the process after this test file').toEqual(others)
  const replaced = [...original].filter(([name, value]) => !Object.is(globals.get(name), value))
  const names = replaced.map(([name]) => name)
  expect(names, 'the globals that this test file has replaced').toEqual([])
})

function stateOfProcess() {
  return {
    folder: process.cwd(),
    environment: { ...process.env },
    exitCode: process.exitCode,
    globals: valuesOf(['', globalThis], ['console.', console], ['Math.', Math], ['Date.', Date]),
  }
}

/** Returns the values of the properties of objects. Getters, which Node replaces with values later, are left out. */
function valuesOf(...objects: readonly (readonly [string, object])[]): Map<string, unknown> {
  return new Map(
    objects.flatMap(([prefix, object]) =>
      Object.entries(Object.getOwnPropertyDescriptors(object))
        .filter(([, descriptor]) => 'value' in descriptor)
        .map(([name, { value }]) => [`${prefix}${name}`, value] as const),
    ),
  )
}
