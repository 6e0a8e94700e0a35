import type { TypeInfo } from '../reflection/type-info.ts'
import { UnusableType } from './errors.ts'
import { planElement, type PlanContext } from './plan-value.ts'
import { bytesPlan } from './plans/bytes.ts'
import { datePlan } from './plans/date.ts'
import { filePlan } from './plans/file.ts'
import { keysOf, type Keys } from './plans/keys.ts'
import { map } from './plans/map.ts'
import { set } from './plans/set.ts'
import { isTemporal, temporal } from './plans/temporal.ts'
import { urlPlan } from './plans/url.ts'
import type { ValuePlan } from './value-plan.ts'

/** Plans a class of the platform, such as `Date`. */
export function planBuiltin(
  { name, typeArguments = [] }: Extract<TypeInfo, { kind: 'builtin' }>,
  context: PlanContext,
): ValuePlan {
  const [first = unknown, second = unknown] = typeArguments
  if (isTemporal(name)) {
    if (!('Temporal' in globalThis)) throw new UnusableType(context.location, noTemporal)
    return temporal(name)
  }
  switch (name) {
    case 'Date':
      return datePlan
    case 'File':
      return filePlan
    case 'URL':
      return urlPlan
    case 'Uint8Array':
      return bytesPlan
    case 'Set':
      return set(planElement(first, context))
    case 'Map':
      return map(planKeys(first, context), planElement(second, context))
    default:
      throw new UnusableType(context.location, `a value of type ${name} cannot come from outside.`)
  }
}

const unknown: TypeInfo = { kind: 'unknown' }

const noTemporal =
  'this platform has no Temporal. Run Node 26, or load a polyfill before the application boots.'

/** Plans the keys of an object; undefined if every string is a valid key. */
export function planKeys(type: TypeInfo | undefined, context: PlanContext): Keys | undefined {
  return type && keysOf(type, planElement(type, context))
}
