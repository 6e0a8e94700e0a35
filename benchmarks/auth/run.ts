import { compareGroups, type Group } from '../http/compare-groups.ts'
import { type RowName, rows } from './rows.ts'

const groups: readonly Group<RowName>[] = [
  // The floor is the same application without an Authentication.
  { contestants: ['without-fw', 'without-fw-copy', 'with-fw'], rows: ['public'] },
  { contestants: ['key-floor', 'key-floor-copy', 'with-fw'], rows: ['key'] },
  {
    contestants: [
      'jwt-floor',
      'jwt-floor-copy',
      'with-fw',
      'fastify',
      'fastify-caching',
      'hono',
      'nest',
    ],
    rows: ['es256', 'rs256'],
  },
  {
    contestants: ['jwt-floor', 'jwt-floor-copy', 'with-fw', 'fastify', 'hono'],
    rows: ['es256-new', 'rs256-new'],
  },
  // Here the official SDK is the floor.
  {
    contestants: ['tool-official', 'tool-official-copy', 'tool-fw'],
    rows: ['tool-es256', 'tool-rs256', 'tool-es256-new', 'tool-rs256-new'],
  },
]

await compareGroups({ folder: 'auth', title: 'Callers', rows, groups })
