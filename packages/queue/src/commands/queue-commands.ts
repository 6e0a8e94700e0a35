import type { ConsoleCommand } from 'fw/console'
import { queueFailedCommand } from './queue-failed.ts'
import { queueRetryCommand } from './queue-retry.ts'
import { queueStatsCommand } from './queue-stats.ts'
import { queueWorkCommand } from './queue-work.ts'

export const queueCommands: readonly ConsoleCommand[] = [
  queueWorkCommand,
  queueStatsCommand,
  queueFailedCommand,
  queueRetryCommand,
]
