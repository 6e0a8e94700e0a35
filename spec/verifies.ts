import { test } from 'vitest'
import type { RequirementId } from './requirements.ts'

/**
 * A Vitest `test` that cites the rules it proves: `verifies('hydrator.nested-dto', 'title', () => …)`.
 * The ids are written out as literals, because `coverage.test.ts` reads them from the source.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  title: string,
  body: () => unknown,
  timeout?: number,
): void {
  test(`${title} [${[ids].flat().join(', ')}]`, async () => void (await body()), timeout)
}
