import type { Container } from '../container/container.ts'
import { attemptEach } from '../reflection/attempt.ts'
import { markedMethods, placeOfMarked, type MarkedMethod } from '../reflection/marked-methods.ts'
import type { ParameterReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { jsonFormOf, type ToJsonForm } from '../schema/json-form.ts'
import { HealthCheckAttribute, type ProbeName } from './attributes.ts'
import { InvalidHealthCheck } from './errors.ts'

/** A check as it runs. */
export interface HealthCheckPlan {
  readonly name: string
  readonly probe: ProbeName
  /** As it is written, such as `2s`. */
  readonly timeout: string
  readonly milliseconds: number
  /** Resolves with the details; rejects where it is down. */
  run(signal: AbortSignal): Promise<unknown>
  /** Turns the details into what JSON can hold, if their type needs that. */
  readonly toJsonForm: ToJsonForm | undefined
}

/** The checks of an application, by name. Throws `InvalidHealthCheck`. */
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

/** The object of the method, as one more service. */
function selfOf(type: Class, at: string): ParameterReflection {
  const described = { kind: 'class', name: type.name, class: type } as const
  return { name: 'this', type: described, at, attributes: [], doc: {} }
}
