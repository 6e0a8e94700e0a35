import { isPromise } from '../../base/platform/maybe-promise.ts'
import { Message } from '../validation/message.ts'
import type { Container } from '../../base/container/container.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { OwnCheck } from '../validation/check.ts'
import { ChecksCannotRun } from '../validation/errors.ts'
import type { ObjectPlan } from '../validation/value-plan.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import { planOf } from './plan-value.ts'
import { callAlone, callCheck, runPending } from '../validation/run-checks.ts'
import { placePending, type Findings } from '../validation/findings.ts'
import { ValidationFailed } from '../validation/validation-failed.ts'
import { readWaiting } from '../validation/waiting-schemas.ts'

/** Options for hydration. */
export interface HydrateOptions {
  /** False to skip the `@Check` methods of the class, for data that was validated earlier. Default: true. */
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
   * Validates `data` against the constructor parameters of `target` and creates the object. Types are strict, as in
   * JSON. Throws `ValidationFailed` with all errors, up to 100. Throws `ChecksCannotRun` for a class whose checks need
   * services or are asynchronous.
   */
  hydrate<T>(target: Class<T>, data: unknown, { checks = true }: HydrateOptions = {}): T {
    const plan = planOf(target)
    const found: Findings = []
    const built = checks ? buildChecked(plan, data, found) : build(plan, data, found)
    if (found.length > 0) throw ValidationFailed.of(found, plan.name)
    return built as T
  }

  /**
   * Hydrates a class whose checks need services or are asynchronous, or whose schemas validate asynchronously.
   * Otherwise like `hydrate`.
   */
  async hydrateAsync<T>(target: Class<T>, data: unknown): Promise<T> {
    const plan = planOf(target)
    const found: Findings = []
    const built = await readWaiting(found, () => build(plan, data, found))
    if (found.length === 0) await runPending(found, (check, object) => this.#ask(check, object))
    if (found.length > 0) throw ValidationFailed.of(found, plan.name)
    return built as T
  }

  #ask(check: OwnCheck, object: object): unknown {
    if (check.method.parameters.length === 0) return callAlone(check, object)
    if (!this.#container) throw new ChecksCannotRun(check.name, 'container')
    return this.#container
      .planMethod(check.class, check.method)
      .invoke((services) => callCheck(check, object, services))
  }
}

const noObject = new Message('type.object', 'must be an object.')

function build(plan: ObjectPlan, data: unknown, found: Findings): unknown {
  if (isPlainObject(data)) {
    const built = plan.hydrate(data, found, 0)
    if (found.pending) placePending(found, 0, '', plan.name)
    return built
  }
  const { class: target, name } = plan
  if (!target || !(data instanceof target)) found.push(name, noObject)
  return data
}

function buildChecked(plan: ObjectPlan, data: unknown, found: Findings): unknown {
  refuseChecks(plan.checks)
  const built = build(plan, data, found)
  if (found.pending && found.length === 0) void runPending(found, askAtOnce)
  return built
}

function refuseChecks(checks: readonly OwnCheck[]): void {
  for (const { name, method, runsAlone } of checks) {
    if (runsAlone) continue
    throw new ChecksCannotRun(name, method.parameters.length > 0 ? 'services' : 'waiting')
  }
}

function askAtOnce(check: OwnCheck, object: object): unknown {
  const said = callAlone(check, object)
  if (!isPromise(said)) return said
  // The promise is not used, so its rejection must be handled here.
  said.catch(() => undefined)
  throw new ChecksCannotRun(check.name, 'waiting')
}
