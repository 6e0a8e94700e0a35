import { compareGroups, type Group } from '../http/compare-groups.ts'
import { type RowName, rows } from './rows.ts'

const groups: readonly Group<RowName>[] = [
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

await compareGroups({ folder: 'pipeline', title: 'Middleware', rows, groups })
