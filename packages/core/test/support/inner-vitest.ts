/** The argument for a Vitest that a test starts: its default limit of 5 s is short if other tests run. */
export const innerTestTimeout = '--testTimeout=60000'
