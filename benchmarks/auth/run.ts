import { compareGroups, type Group } from '../http/compare-groups.ts'
import { type RowName, rows } from './rows.ts'

const groups: readonly Group<RowName>[] = [
  // The floor is the same application without an Authentication.
  { contestants: ['without-fw', 'without-fw-copy', 'with-fw'], rows: ['public'] },
  { contestants: ['key-floor', 'key-floor-copy', 'with-fw'], rows: ['key'] },
  {
    contestants: ['jwt-floor', 'jwt-floor-copy', 'with-fw', 'fastify', 'hono', 'nest'],
    rows: ['es256', 'rs256'],
  },
  // Here the official SDK is the floor.
  {
    contestants: ['tool-official', 'tool-official-copy', 'tool-fw'],
    rows: ['tool-es256', 'tool-rs256'],
  },
]

await compareGroups({ folder: 'auth', title: 'Callers', rows, groups })
