import { reflect, type Class } from 'fw'
import { DuplicateJob } from './errors.ts'
import type { JobClass } from './job.ts'
import { JobType } from './job-type.ts'

/** Knows the jobs of an application by the names they are stored under. */
export class JobRegistry {
  readonly #types = new Map<string, JobType>()
  readonly #byClass = new Map<Class, JobType>()

  get types(): readonly JobType[] {
    return [...this.#types.values()]
  }

  /** Adds a class that implements Job; others are left out. Throws where it cannot be a job. */
  register(type: Class): this {
    if (reflect(type).implements.includes('Job')) this.of(type as JobClass)
    return this
  }

  /** The type of a class, which is added when it is new. */
  of(type: JobClass): JobType {
    return this.#byClass.get(type) ?? this.#add(new JobType(type))
  }

  find(name: string): JobType | undefined {
    return this.#types.get(name)
  }

  #add(type: JobType): JobType {
    const taken = this.#types.get(type.name)
    if (taken) throw new DuplicateJob(type.name, taken.at, type.at)
    this.#types.set(type.name, type)
    this.#byClass.set(type.class, type)
    return type
  }
}
