import { builtInOption, WrongUsage, type ConsoleCommand } from '@fw/core/console'
import type { Outcome } from '../claimed-run.ts'
import { Scheduler } from '../scheduler.ts'
import { nameArgument, namedPlan } from './named-plan.ts'

/** The commands `fw schedule:run <name>` and `fw schedule:run --due`. */
export const scheduleRunCommand: ConsoleCommand = {
  name: 'schedule:run',
  description: 'Run one schedule now, or all due schedules with --due, and exit.',
  owner: '@fw/schedule',
  parameters: [
    nameArgument(true),
    builtInOption(
      'due',
      { kind: 'boolean' },
      'Run all due schedules. For calls from a timer such as cron.',
    ),
    { kind: 'signal' },
  ],
  async run([name, due, signal], container) {
    if ((name === undefined) === (due !== true)) {
      throw new WrongUsage(['Give either the name of a schedule or --due.'])
    }
    const plan = name === undefined ? undefined : namedPlan(container, name as string)
    const scheduler = new Scheduler(container)
    const outcomes: readonly (Outcome | undefined)[] = plan
      ? [await scheduler.runNow(plan, signal as AbortSignal)]
      : await scheduler.runDue(signal as AbortSignal)
    if (outcomes.includes(undefined)) {
      process.stderr.write(
        `${name} is already running, and its runs must not overlap. Wait for it to end, or set overlap: "allow".\n`,
      )
    }
    return outcomes.every((outcome) => outcome === 'done') ? 0 : 1
  },
}
