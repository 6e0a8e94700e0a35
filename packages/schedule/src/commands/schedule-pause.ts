import type { ConsoleCommand } from '@fw/core/console'
import { pause, resume } from '../claims/claim.ts'
import { StoreClient } from '../claims/store-client.ts'
import { ScheduleStore } from '../claims/schedule-store.ts'
import { nameArgument, namedPlan } from './named-plan.ts'

/** The command `fw schedule:pause <name>`. */
export const schedulePauseCommand: ConsoleCommand = {
  name: 'schedule:pause',
  description: 'Stop running a schedule until it is resumed.',
  owner: '@fw/schedule',
  parameters: [nameArgument()],
  async run([name], container) {
    await changeRecord(
      pause,
      namedPlan(container, name as string).name,
      container.get(ScheduleStore),
    )
    process.stdout.write(`Paused: ${name}.\n`)
  },
}

/** The command `fw schedule:resume <name>`. */
export const scheduleResumeCommand: ConsoleCommand = {
  name: 'schedule:resume',
  description: 'Resume a paused schedule from its next tick.',
  owner: '@fw/schedule',
  parameters: [nameArgument()],
  async run([name], container) {
    await changeRecord(
      resume,
      namedPlan(container, name as string).name,
      container.get(ScheduleStore),
    )
    process.stdout.write(`Resumed: ${name}.\n`)
  },
}

async function changeRecord(
  change: typeof pause,
  name: string,
  store: ScheduleStore,
): Promise<void> {
  await new StoreClient(store).change(name, (record, now) => ({ record: change(record, now) }))
}
