import { createHash } from 'node:crypto'
import {
  markedMethods,
  parseDuration,
  reflect,
  ScheduleAttribute,
  type Class,
  type Container,
  type MarkedMethod,
} from '@fw/core'
import { planServiceCall } from '@fw/core/internals'
import { checkOptions } from './check-options.ts'
import { InvalidSchedule } from './errors.ts'
import { planJob } from './plan-job.ts'
import type { SchedulePlan } from './schedule-plan.ts'
import { ScheduledRun } from './scheduled-run.ts'
import { createTimetable } from './timetable/timetable.ts'

/** The objects that are needed to plan schedules. */
export interface PlanContext {
  readonly container: Container
  /** The default time zone of schedules. */
  readonly timeZone: string
}

/** Returns the schedules of a class. Throws `InvalidSchedule`. */
export async function planSchedules(type: Class, context: PlanContext): Promise<SchedulePlan[]> {
  const methodPlans = markedMethods(type, isSchedule, InvalidSchedule).map((marked) =>
    planMarked(type, marked, context),
  )
  const { name, at, attributes } = reflect(type)
  const classPlans = attributes.filter(isSchedule).map(async (use) => {
    const run = await planJob(type, context.container)
    return createPlan({ owner: name, at, defaultName: name }, use, run, context)
  })
  return [...methodPlans, ...(await Promise.all(classPlans))]
}

function isSchedule(use: object): use is ScheduleAttribute {
  return use instanceof ScheduleAttribute
}

function planMarked(
  type: Class,
  { owner, method, use }: MarkedMethod<ScheduleAttribute>,
  context: PlanContext,
): SchedulePlan {
  const uses = method.attributes.filter(isSchedule)
  if (uses.length > 1 && use.options.name === undefined) {
    const problem = 'if there are several schedules, each needs a name: @Schedule(…, { name: … }).'
    throw new InvalidSchedule(owner, method.at, problem)
  }
  const run = planServiceCall(context.container, type, method, [ScheduledRun, AbortSignal])
  return createPlan({ owner, at: method.at, defaultName: owner }, use, run, context)
}

interface Declaration {
  readonly owner: string
  readonly at: string
  readonly defaultName: string
}

function createPlan(
  { owner, at, defaultName }: Declaration,
  { pattern, options }: ScheduleAttribute,
  run: SchedulePlan['run'],
  context: PlanContext,
): SchedulePlan {
  const refuse = (problem: string) => new InvalidSchedule(owner, at, problem)
  checkOptions(options, refuse)
  const { overlap = 'skip', missed = 'once', on = 'one', timeZone = context.timeZone } = options
  const name = options.name ?? defaultName
  if (!/^\S{1,200}$/.test(name)) {
    throw refuse(`"${name}" is not a valid name. Use up to 200 characters without spaces.`)
  }
  const jitter = options.jitter === undefined ? 0 : duration('jitter', options.jitter)
  const { timeout } = options
  return {
    name,
    owner,
    at,
    pattern,
    timeZone,
    overlap,
    missed,
    on,
    jitter,
    timeout:
      timeout === undefined
        ? undefined
        : { text: timeout, milliseconds: duration('timeout', timeout) },
    timetable: refuseOnError(() => createTimetable(pattern, timeZone)),
    dueAt: (tick) => tick + delayOf(name, tick, jitter),
    run,
  }

  function duration(option: string, text: string): number {
    const milliseconds = refuseOnError(() => parseDuration(text), `${option}: `)
    if (milliseconds > 0 && milliseconds <= maxDuration) return milliseconds
    throw refuse(`${option}: "${text}" is not between "1ms" and "24d".`)
  }

  function refuseOnError<T>(create: () => T, prefix = ''): T {
    try {
      return create()
    } catch (error) {
      throw refuse(prefix + (error as Error).message)
    }
  }
}

/** The maximum duration in milliseconds. Node's timers overflow after 24.8 days. */
const maxDuration = 24 * 24 * 60 * 60 * 1000

/** Returns the delay of a tick. It is the same in all processes. */
function delayOf(name: string, tick: number, jitter: number): number {
  if (jitter === 0) return 0
  const digest = createHash('sha256').update(`${name} ${tick}`).digest()
  return Math.floor((digest.readUInt32BE() / 2 ** 32) * jitter)
}
