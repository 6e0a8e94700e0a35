import type { Class, Container, MethodReflection, ParameterReflection } from 'fw'
import { ScheduledRun } from './scheduled-run.ts'
import type { SchedulePlan } from './schedule-plan.ts'

/** Calls a method with services, and with what belongs to the run. Throws where the container has not what it takes. */
export function planMethod(
  type: Class,
  method: MethodReflection,
  container: Container,
): SchedulePlan['run'] {
  const parameters = method.parameters.filter(({ rest }) => !rest)
  const services = parameters.filter((parameter) => !isOfRun(parameter))
  const self = selfOf(type, method)
  const plan = container.planMethod(type, { ...method, parameters: [self, ...services] })
  return (run, signal) =>
    plan.invoke(([object, ...supplied]) => {
      const values = parameters.map((parameter) => {
        if (isSignal(parameter)) return signal
        return isRun(parameter) ? run : supplied.shift()
      })
      const target = object as Record<string, (...values: unknown[]) => unknown>
      return target[method.name]?.(...values)
    })
}

/** The object of the method, as one more service. */
function selfOf(type: Class, { at }: MethodReflection): ParameterReflection {
  const described = { kind: 'class', name: type.name, class: type } as const
  return { name: 'this', type: described, at, attributes: [], doc: {} }
}

function isOfRun(parameter: ParameterReflection): boolean {
  return isSignal(parameter) || isRun(parameter)
}

function isSignal({ type }: ParameterReflection): boolean {
  return type.kind === 'builtin' && type.name === 'AbortSignal'
}

function isRun({ type }: ParameterReflection): boolean {
  return type.kind === 'class' && type.class === ScheduledRun
}
