import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { builtins } from '../builtins/builtins.ts'
import { UnusableType } from '../validation/errors.ts'
import { planKeys, type PlanElement } from '../validation/plans/keys.ts'
import type { ValuePlan } from '../validation/value-plan.ts'

/** Plans a class of the platform, such as `Date`. `planElement` plans its type arguments. */
export function planBuiltin(
  { name, typeArguments = [] }: Extract<TypeInfo, { kind: 'builtin' }>,
  location: string,
  planElement: PlanElement,
): ValuePlan {
  const { plan } = builtins[name]
  if (!plan) {
    throw new UnusableType(location, `a value of type ${name} cannot be received as data.`)
  }
  const [first = unknown, second = unknown] = typeArguments
  return plan({
    location,
    items: () => planElement(first),
    keys: () => planKeys(first, planElement),
    values: () => planElement(second),
  })
}

const unknown: TypeInfo = { kind: 'unknown' }
