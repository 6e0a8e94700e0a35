import { createHash } from 'node:crypto'
import type { Mutant } from '@stryker-mutator/api/core'

/** True if the mutant belongs to a sample of that share (0 to 1). The same seed chooses the same mutants. */
export function isSampled(mutant: Mutant, seed: string, share: number): boolean {
  const { fileName, location, replacement } = mutant
  const { start } = location
  const key = [seed, fileName.split('/src/').at(-1), start.line, start.column, replacement].join(
    ' ',
  )
  return createHash('sha256').update(key).digest().readUInt32BE() < share * 2 ** 32
}
