import { reflect, type Class, type Container } from '@fw/core'
import type { Job } from '@fw/queue'
import { InvalidSchedule } from './errors.ts'
import type { SchedulePlan } from './schedule-plan.ts'

/** Returns a function that creates and pushes a job. Throws if the job cannot be created without arguments. */
export async function planJob(type: Class, container: Container): Promise<SchedulePlan['run']> {
  const { name, at, parameters, ...reflection } = reflect(type)
  if (!reflection.implements.includes('Job')) {
    const problem = '@Schedule must be on a method, or on a class that implements Job. Move it.'
    throw new InvalidSchedule(name, at, problem)
  }
  const lacking = parameters.find((each) => !each.optional && each.default === undefined)
  if (lacking) {
    const problem = `a schedule creates the job without arguments, so it has no value for "${lacking.name}". Give it a default.`
    throw new InvalidSchedule(name, lacking.at, problem)
  }
  const { Queue } = await import('@fw/queue')
  const Scheduled = type as new () => Job
  return () => container.get(Queue).push(new Scheduled())
}
