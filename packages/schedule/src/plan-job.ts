import { reflect, type Class, type Container } from '@fw/core'
import type { Job } from '@fw/queue'
import { InvalidSchedule } from './errors.ts'
import type { SchedulePlan } from './schedule-plan.ts'

/**
 * Returns a function that creates and pushes a job. Throws `InvalidSchedule` if the class is not a job, or if its
 * constructor needs arguments.
 */
export async function planJob(type: Class, container: Container): Promise<SchedulePlan['run']> {
  const { name, at, parameters, ...reflection } = reflect(type)
  if (!reflection.implements.includes('Job')) {
    const problem = '@Schedule must be on a method, or on a class that implements Job. Move it.'
    throw new InvalidSchedule(name, at, problem)
  }
  const requiredParameter = parameters.find((each) => !each.optional && each.default === undefined)
  if (requiredParameter) {
    const problem = `a schedule creates the job without arguments, so "${requiredParameter.name}" has no value. Give the parameter a default.`
    throw new InvalidSchedule(name, requiredParameter.at, problem)
  }
  const { Queue } = await import('@fw/queue')
  const JobToPush = type as new () => Job
  return () => container.get(Queue).push(new JobToPush())
}
