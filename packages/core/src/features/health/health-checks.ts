import type { Container } from '../../base/container/container.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import {
  markedMethods,
  placeOfMarked,
  type MarkedMethod,
} from '../../base/reflection/marked-methods.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { planServiceCall } from '../../calls/plan-service-call.ts'
import { jsonFormOf, type ToJsonForm } from '../../data/schema/json-form.ts'
import { HealthCheckAttribute, type ProbeName } from './decorators.ts'
import { InvalidHealthCheck } from './errors.ts'

/** A planned health check. */
export interface HealthCheckPlan {
  readonly name: string
  readonly probe: ProbeName
  /** The timeout as declared, such as `2s`. */
  readonly timeout: string
  readonly milliseconds: number
  /** Resolves with the details; rejects if the check is down. */
  run(signal: AbortSignal): Promise<unknown>
  /** Converts the details to their JSON form; undefined if their type needs no conversion. */
  readonly toJsonForm: ToJsonForm | undefined
}

/** Plans the checks of an application. Throws `InvalidHealthCheck`. */
export function planHealthChecks(
  classes: readonly Class[],
  container: Container,
): readonly HealthCheckPlan[] {
  const owners = new Map<string, string>()
  return classes.flatMap((type) =>
    attemptEach(markedMethods(type, isHealthCheck, InvalidHealthCheck), placeOfMarked, (marked) => {
      const { owner, method, use } = marked
      const taken = owners.get(use.check)
      if (taken !== undefined) {
        const problem = `the check "${use.check}" already exists: ${taken}. Rename one of them.`
        throw new InvalidHealthCheck(owner, method.at, problem)
      }
      owners.set(use.check, owner)
      return planCheck(type, marked, container)
    }),
  )
}

function isHealthCheck(use: object): use is HealthCheckAttribute {
  return use instanceof HealthCheckAttribute
}

function planCheck(
  type: Class,
  { method, use }: MarkedMethod<HealthCheckAttribute>,
  container: Container,
): HealthCheckPlan {
  const { check: name, probe, timeout, milliseconds } = use
  const run = planServiceCall(container, type, method, [AbortSignal])
  const toJsonForm = method.returns && jsonFormOf(method.returns)
  return { name, probe, timeout, milliseconds, run, toJsonForm }
}
