import type { ValuePlan } from '../validation/value-plan.ts'
import { valueTypesOf } from '../validation/value-plan.ts'
import type { ParameterResolver } from './parameter-resolver.ts'

/** The fields of a form that may be sent as a part of type `application/json`: objects and lists, unless they are files. */
export function jsonFieldsOf(resolvers: readonly ParameterResolver[]): ReadonlySet<string> {
  const body = resolvers.find(({ kind }) => kind === 'body')
  const fields = body?.slot?.plan.object?.fields ?? []
  return new Set(fields.filter(({ plan }) => isStructured(plan)).map(({ name }) => name))
}

function isStructured(plan: ValuePlan): boolean {
  return (
    plan.jsonTypes.every((type) => type === 'object' || type === 'array') &&
    [plan, ...(plan.elements ?? [])].every((part) => !valueTypesOf(part).includes('file'))
  )
}
