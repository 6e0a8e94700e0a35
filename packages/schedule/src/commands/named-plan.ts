import type { Container } from '@fw/core'
import { builtInArgument, WrongUsage, type CommandParameter } from '@fw/core/console'
import type { SchedulePlan } from '../schedule-plan.ts'
import { ScheduleRegistry } from '../schedule-registry.ts'

/** Returns the command argument for the name of a schedule. */
export function nameArgument(isOptional = false): CommandParameter {
  return builtInArgument(
    'name',
    { kind: 'string' },
    'The name of a schedule, as in schedule:list.',
    isOptional,
  )
}

/** Returns the schedule with a name. Throws `WrongUsage` if it does not exist. */
export function namedPlan(container: Container, name: string): SchedulePlan {
  const plan = container.get(ScheduleRegistry).find(name)
  if (plan) return plan
  throw new WrongUsage([`There is no schedule ${name}. Run schedule:list for a list.`])
}
