import { Health } from '@fw/core'
import type { ConsoleCommand } from '@fw/core/console'
import { ScheduleRegistry } from '../schedule-registry.ts'
import { Scheduler } from '../scheduler.ts'

/** The command `fw schedule:work`. */
export const scheduleWorkCommand: ConsoleCommand = {
  name: 'schedule:work',
  description: 'Run the schedules until the process is stopped.',
  owner: '@fw/schedule',
  parameters: [{ kind: 'signal' }],
  isService: true,
  async run([signal], container) {
    const running = new Scheduler(container).run(signal as AbortSignal)
    const { length } = container.get(ScheduleRegistry).plans
    const announcement = `Schedules: ${length}.`
    container.get(Health).begin(announcement)
    await running
    return 0
  },
}
