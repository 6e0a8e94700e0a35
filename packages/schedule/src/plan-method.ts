import type { Class, Container, MethodReflection, ParameterReflection } from 'fw'
import { ScheduledRun } from './scheduled-run.ts'
import type { SchedulePlan } from './schedule-plan.ts'

/** Calls a method with services, and with what belongs to the run. Throws where the container has not what it takes. */
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

/** The object of the method, as one more service. */
function selfOf(type: Class, { at }: MethodReflection): ParameterReflection {
  const described = { kind: 'class', name: type.name, class: type } as const
  return { name: 'this', type: described, at, attributes: [], doc: {} }
}
