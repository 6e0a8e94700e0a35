import { isPromise } from '../../base/platform/maybe-promise.ts'
import { Message } from '../validation/message.ts'
import type { Container } from '../../base/container/container.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { CheckMethod } from '../validation/check.ts'
import { ChecksCannotRun } from '../validation/errors.ts'
import type { ObjectPlan } from '../validation/value-plan.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import { planOf } from './plan-value.ts'
import { callStandalone, callCheck, runPending } from '../validation/run-checks.ts'
import { setPendingKeys, type ValidationErrors } from '../validation/validation-errors.ts'
import { ValidationFailed } from '../validation/validation-failed.ts'
import { readWithSchemas } from '../validation/async-schemas.ts'

/** Options for hydration. */
export interface HydrateOptions {
  /** False to skip `@Check` methods, for data that was validated earlier. Default: true. */
  readonly checks?: boolean
}

/** Creates DTOs from plain data. */
export class Hydrator {
  readonly #container: Container | undefined

  /** The container provides the services of `@Check` methods, which `hydrateAsync` calls. */
  constructor(container?: Container) {
    this.#container = container
  }

  /**
   * Plans a class before its first use. Throws if a constructor parameter cannot be set from data, or if the container
   * cannot provide the services of its checks.
   */
  prepare(target: Class): void {
    const { checks } = planOf(target)
    for (const check of checks) this.#container?.planMethod(check.class, check.method)
  }

  /** True if the class, or a class inside it, has checks. */
  hasChecks(target: Class): boolean {
    return planOf(target).checks.length > 0
  }

  /**
   * Validates `data` against the constructor parameters of `target` and creates the object. If
   * `data` is already an instance of `target`, returns it unchanged. Types are strict, as in JSON.
   * Throws `ValidationFailed` with all errors, up to 100. Throws `ChecksCannotRun` for a class whose
   * checks need services or are asynchronous, and a `TypeError` for a schema that validates
   * asynchronously.
   */
  hydrate<T>(target: Class<T>, data: unknown, { checks = true }: HydrateOptions = {}): T {
    const plan = planOf(target)
    const errors: ValidationErrors = []
    const built = checks ? buildChecked(plan, data, errors) : build(plan, data, errors)
    if (errors.length > 0) throw ValidationFailed.of(errors, plan.name)
    return built as T
  }

  /**
   * Hydrates a class whose checks need services or are asynchronous, or whose schemas validate asynchronously.
   * Otherwise like `hydrate`.
   */
  async hydrateAsync<T>(target: Class<T>, data: unknown): Promise<T> {
    const plan = planOf(target)
    const errors: ValidationErrors = []
    const built = await readWithSchemas(errors, () => build(plan, data, errors))
    if (errors.length === 0)
      await runPending(errors, (check, object) => this.#runCheck(check, object))
    if (errors.length > 0) throw ValidationFailed.of(errors, plan.name)
    return built as T
  }

  #runCheck(check: CheckMethod, object: object): unknown {
    if (check.method.parameters.length === 0) return callStandalone(check, object)
    if (!this.#container) throw new ChecksCannotRun(check.name, 'container')
    return this.#container
      .planMethod(check.class, check.method)
      .invoke((services) => callCheck(check, object, services))
  }
}

const notAnObject = new Message('type.object', 'must be an object.')

function build(plan: ObjectPlan, data: unknown, errors: ValidationErrors): unknown {
  if (isPlainObject(data)) {
    const built = plan.hydrate(data, errors, 0)
    if (errors.pending) setPendingKeys(errors, 0, '', plan.name)
    return built
  }
  const { class: target, name } = plan
  if (!target || !(data instanceof target)) errors.push(name, notAnObject)
  return data
}

function buildChecked(plan: ObjectPlan, data: unknown, errors: ValidationErrors): unknown {
  refuseChecks(plan.checks)
  const built = build(plan, data, errors)
  if (errors.pending && errors.length === 0) void runPending(errors, runCheckSync)
  return built
}

function refuseChecks(checks: readonly CheckMethod[]): void {
  for (const { name, method, isStandalone } of checks) {
    if (isStandalone) continue
    throw new ChecksCannotRun(name, method.parameters.length > 0 ? 'services' : 'waiting')
  }
}

function runCheckSync(check: CheckMethod, object: object): unknown {
  const result = callStandalone(check, object)
  if (!isPromise(result)) return result
  // The promise is not used, so its rejection must be handled here.
  result.catch(() => undefined)
  throw new ChecksCannotRun(check.name, 'waiting')
}
