import { createHash } from 'node:crypto'
import type { Mutant } from '@stryker-mutator/api/core'

/** Returns a number from 0 to 1 that is the same for the same mutant and seed. A sample are those below its share. */
export function rankOf(mutant: Mutant, seed: string): number {
  const { fileName, location, replacement } = mutant
  const { start } = location
  const key = [seed, fileName.split('/src/').at(-1), start.line, start.column, replacement].join(
    ' ',
  )
  return createHash('sha256').update(key).digest().readUInt32BE() / 2 ** 32
}
