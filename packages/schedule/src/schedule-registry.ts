import { DuplicateSchedule } from './errors.ts'
import type { SchedulePlan } from './schedule-plan.ts'

/** The schedules of an application by name. */
export class ScheduleRegistry {
  readonly #plans = new Map<string, SchedulePlan>()

  get plans(): readonly SchedulePlan[] {
    return [...this.#plans.values()]
  }

  /** Throws `DuplicateSchedule` if the name is taken. */
  add(plan: SchedulePlan): this {
    const existing = this.#plans.get(plan.name)
    if (existing) {
      throw new DuplicateSchedule(
        plan.name,
        `${existing.owner} (${existing.at})`,
        `${plan.owner} (${plan.at})`,
      )
    }
    this.#plans.set(plan.name, plan)
    return this
  }

  find(name: string): SchedulePlan | undefined {
    return this.#plans.get(name)
  }
}
