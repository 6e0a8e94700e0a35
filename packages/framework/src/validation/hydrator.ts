import type { Class } from '../reflection/type-info.ts'
import { toFailures } from './field-errors.ts'
import { isPlainObject } from './plain-object.ts'
import { planOf } from './plan-class.ts'
import { ValidationFailed } from './validation-failed.ts'

/** Builds DTOs from plain data. */
export class Hydrator {
  /** Reads a class before its first use. Throws where a constructor parameter cannot be filled. */
  prepare(target: Class): void {
    planOf(target)
  }

  /**
   * Checks `data` against the constructor parameters of `target` and builds it. Values are checked as
   * JSON is: strictly. Throws `ValidationFailed` with all errors at once, or the first 100.
   */
  hydrate<T>(target: Class<T>, data: unknown): T {
    const plan = planOf(target)
    if (!isPlainObject(data)) {
      if (data instanceof target) return data
      throw new ValidationFailed({ [plan.name]: ['must be an object.'] }, plan.name)
    }
    const errors: string[] = []
    const built = plan.hydrate(data, errors, 0)
    if (errors.length > 0) {
      const failures = toFailures(errors)
      throw new ValidationFailed(failures.errors, plan.name, failures.more)
    }
    return built as T
  }
}
