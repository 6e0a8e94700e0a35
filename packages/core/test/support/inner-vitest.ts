/** The arguments for a Vitest that a test starts: its default limits of 5 and 10 s are short if other tests run. */
export const innerTimeouts: readonly string[] = ['--testTimeout=60000', '--hookTimeout=60000']
