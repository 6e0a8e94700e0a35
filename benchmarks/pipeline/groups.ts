import type { RowName } from './rows.ts'

/** What stands in one table. */
interface Group {
  /** The first is the floor; its copy is the same program once more, as the control. */
  readonly contestants: readonly string[]
  readonly rows: readonly RowName[]
}

export const groups: readonly Group[] = [
  { contestants: ['floor', 'floor-copy', 'fw'], rows: ['none', 'header', 'session', 'gzip'] },
  {
    contestants: [
      'guarded-floor',
      'guarded-floor-copy',
      'guarded-fw',
      'guarded-fastify',
      'guarded-hono',
      'guarded-nest',
    ],
    rows: ['guarded'],
  },
]
