import type { Token } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import type { MethodReflection, ParameterReflection } from '../base/reflection/class-reflection.ts'
import { undocumented, type Class } from '../base/reflection/type-info.ts'
import type { Methods } from './plan-call.ts'

/**
 * Plans the calls of a method whose parameters are services, or objects that are passed with each call. `passedTypes`
 * lists the classes of these objects. Throws if the container cannot inject a parameter.
 */
export function planServiceCall(
  container: Container,
  type: Class,
  method: MethodReflection,
  passedTypes: readonly Token[],
): (...objects: readonly unknown[]) => Promise<unknown> {
  const parameters = [targetOf(type, method), ...method.parameters]
  const plan = container.planMethod(type, { ...method, parameters }, passedTypes)
  return (...objects) =>
    plan.invoke(
      ([target, ...values]) => ((target as Methods)[method.name] as Methods[string])(...values),
      () => objects,
    )
}

/** Describes the target object as a parameter, so that it is injected like a service. */
function targetOf(type: Class, { at }: MethodReflection): ParameterReflection {
  const described = { kind: 'class', name: type.name, class: type } as const
  return { name: 'this', type: described, at, attributes: [], doc: undocumented }
}
