import type { Class, Container, MethodReflection, ParameterReflection } from 'fw'
import { ScheduledRun } from './scheduled-run.ts'
import type { SchedulePlan } from './schedule-plan.ts'

/**
 * Returns a function that calls a method with services and the objects of the run. Throws if the
 * container cannot supply a parameter.
 */
export function planMethod(
  type: Class,
  method: MethodReflection,
  container: Container,
): SchedulePlan['run'] {
  const parameters = [selfOf(type, method), ...method.parameters]
  const plan = container.planMethod(type, { ...method, parameters }, [ScheduledRun, AbortSignal])
  return (run, signal) =>
    plan.invoke(
      ([object, ...values]) => {
        const target = object as Record<string, (...values: unknown[]) => unknown>
        return target[method.name]?.(...values)
      },
      () => [run, signal],
    )
}

/** Describes the object of the method as an additional parameter. */
function selfOf(type: Class, { at }: MethodReflection): ParameterReflection {
  const described = { kind: 'class', name: type.name, class: type } as const
  return { name: 'this', type: described, at, attributes: [], doc: {} }
}
