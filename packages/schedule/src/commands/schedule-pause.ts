import type { Container } from '@fw/core'
import { CommandFailed, type ConsoleCommand } from '@fw/core/console'
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
    await changeRecord(pause, container, name as string)
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
    await changeRecord(resume, container, name as string)
    process.stdout.write(`Resumed: ${name}.\n`)
  },
}

async function changeRecord(
  change: typeof pause,
  container: Container,
  name: string,
): Promise<void> {
  const plan = namedPlan(container, name)
  if (plan.on === 'every') {
    throw new CommandFailed(
      `${name} runs in every process (on: 'every'). Only schedules with on: 'one' can be paused or resumed.`,
    )
  }
  const client = new StoreClient(container.get(ScheduleStore))
  await client.change(plan.name, (record, now) => ({ record: change(record, now) }))
}
