import { Reply } from '../message/reply.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'

/** Returns the members of a union; for any other type, a list with only that type. */
export function membersOf(type: TypeInfo): readonly TypeInfo[] {
  return type.kind === 'union' ? type.members : [type]
}

/** Returns `T` for the type `Reply<T>`. */
export function dataTypeOf(type: TypeInfo): TypeInfo | undefined {
  return type.kind === 'class' && type.class === Reply ? type.typeArguments?.[0] : undefined
}

/** Returns 201 for the type `Reply<T, 201>`. */
export function statusOf(type: TypeInfo): number | undefined {
  const [, status] = (dataTypeOf(type) && type.kind === 'class' && type.typeArguments) || []
  const [value] = status?.kind === 'enum' ? status.values : []
  return typeof value === 'number' ? value : undefined
}
