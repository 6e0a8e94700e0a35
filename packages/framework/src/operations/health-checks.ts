import type { Container } from '../container/container.ts'
import { attemptEach } from '../reflection/attempt.ts'
import { markedMethods, placeOfMarked, type MarkedMethod } from '../reflection/marked-methods.ts'
import type { ParameterReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { jsonFormOf, type ToJsonForm } from '../schema/json-form.ts'
import { HealthCheckAttribute, type ProbeName } from './attributes.ts'
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
  /** Converts the details to their JSON form; undefined if their type does not need that. */
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
        const problem = `the check "${use.check}" is already that of ${taken}. Change one name.`
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
  const self = selfOf(type, method.at)
  const called = { ...method, parameters: [self, ...method.parameters] }
  const plan = container.planMethod(type, called, [AbortSignal])
  const run = (signal: AbortSignal) =>
    plan.invoke(
      ([object, ...values]) => {
        const target = object as Record<string, (...values: unknown[]) => unknown>
        return target[method.name]?.(...values)
      },
      () => [signal],
    )
  const toJsonForm = method.returns && jsonFormOf(method.returns)
  return { name, probe, timeout, milliseconds, run, toJsonForm }
}

/** Returns the object of the method as a parameter, so that it is supplied like a service. */
function selfOf(type: Class, at: string): ParameterReflection {
  const described = { kind: 'class', name: type.name, class: type } as const
  return { name: 'this', type: described, at, attributes: [], doc: {} }
}
