import type { ConsoleCommand } from '@fw/core/console'
import { scheduleListCommand } from './schedule-list.ts'
import { schedulePauseCommand, scheduleResumeCommand } from './schedule-pause.ts'
import { scheduleRunCommand } from './schedule-run.ts'
import { scheduleWorkCommand } from './schedule-work.ts'

export const scheduleCommands: readonly ConsoleCommand[] = [
  scheduleWorkCommand,
  scheduleListCommand,
  scheduleRunCommand,
  schedulePauseCommand,
  scheduleResumeCommand,
]
