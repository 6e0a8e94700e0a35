import type { RequirementId } from './requirements.ts'

/** Rules that no test cites yet. The list only shrinks. */
export const notYet: readonly RequirementId[] = []
