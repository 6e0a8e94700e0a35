import type { RequirementId } from './requirements.ts'

/** Rules that no test cites yet. The list only shrinks. */
export const notYet: readonly RequirementId[] = [
  'ping.id',
  'ping.scenario',
  'ping.status',
  'ping.config-socket-credentials',
  'ping.config-socket-browser',
  'limit.page-default',
  'limit.per-page-default',
  'limit.socket-port',
]
