import { Reply } from '../message/reply.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'

/** Returns the members of a union, or a list with the type if it is not a union. */
export function membersOf(type: TypeInfo): readonly TypeInfo[] {
  return type.kind === 'union' ? type.members : [type]
}

/** Returns the type `T` of a `Reply<T>`. */
export function carriedBy(type: TypeInfo): TypeInfo | undefined {
  return type.kind === 'class' && type.class === Reply ? type.typeArguments?.[0] : undefined
}

/** Returns the status of a `Reply<T, 201>`. */
export function statusOf(type: TypeInfo): number | undefined {
  const [, status] = (carriedBy(type) && type.kind === 'class' && type.typeArguments) || []
  const [value] = status?.kind === 'enum' ? status.values : []
  return typeof value === 'number' ? value : undefined
}
