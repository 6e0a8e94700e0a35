import { JobOptionsAttribute, reflect, type Class } from '@fw/core'
import { DuplicateJob, InvalidJob } from './errors.ts'
import type { JobClass } from './job.ts'
import { JobType } from './job-type.ts'

/** The job classes of an application, by current and former names. */
export class JobRegistry {
  /** The classes by name, including former names. */
  readonly #byName = new Map<string, JobType>()
  readonly #byClass = new Map<Class, JobType>()

  get types(): readonly JobType[] {
    return [...this.#byClass.values()]
  }

  /**
   * Adds a class that implements `Job`, and ignores other classes. Throws `InvalidJob` if the class cannot be a job, or
   * has `@JobOptions` without implementing `Job`, and `DuplicateJob` if another class has the same name.
   */
  register(type: Class): this {
    const { name, at, attributes, implements: implemented } = reflect(type)
    if (implemented.includes('Job')) this.of(type as JobClass)
    else if (attributes.some((use) => use instanceof JobOptionsAttribute)) {
      const problem =
        '@JobOptions must be on a class with "implements Job". Add "implements Job", or move @JobOptions.'
      throw new InvalidJob(name, at, problem)
    }
    return this
  }

  /** Returns the type of a job class, and registers the class if it is new. */
  of(type: JobClass): JobType {
    return this.#byClass.get(type) ?? this.#add(new JobType(type))
  }

  find(name: string): JobType | undefined {
    return this.#byName.get(name)
  }

  #add(type: JobType): JobType {
    for (const name of [type.name, ...type.formerNames]) {
      const existing = this.#byName.get(name)
      if (existing && existing !== type) throw new DuplicateJob(name, existing.at, type.at)
      this.#byName.set(name, type)
    }
    this.#byClass.set(type.class, type)
    return type
  }
}
