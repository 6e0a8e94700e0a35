import type { Builtin, TypeInfo } from '../../base/reflection/type-info.ts'
import type { BuiltinType } from './builtin-type.ts'
import { bytes } from './bytes.ts'
import { date } from './date.ts'
import { file } from './file.ts'
import { map } from './map.ts'
import { set } from './set.ts'
import { asyncIterable, readableStream } from './streams.ts'
import { temporals } from './temporal.ts'
import { url } from './url.ts'

/** The classes of the platform that declared types may use. */
export const builtins: Readonly<Record<Builtin, BuiltinType>> = {
  Date: date,
  File: file,
  Request: {},
  Response: {},
  AbortSignal: {},
  ReadableStream: readableStream,
  AsyncIterable: asyncIterable,
  Uint8Array: bytes,
  URL: url,
  Map: map,
  Set: set,
  ...temporals,
}

/** Returns the behaviour of a declared type that is a class of the platform; undefined for other types. */
export function builtinOf(type: TypeInfo): BuiltinType | undefined {
  return type.kind === 'builtin' ? builtins[type.name] : undefined
}

/** True if a value of a platform class has a JSON form. */
export function isData({ name }: Extract<TypeInfo, { kind: 'builtin' }>): boolean {
  return builtins[name].jsonType !== undefined
}

/** Returns the type of the elements of an array or a `Set`; undefined for other types. */
export function elementOf(type: TypeInfo): TypeInfo | undefined {
  if (type.kind === 'array') return type.items
  if (type.kind !== 'builtin' || builtins[type.name].jsonType !== 'array') return undefined
  return type.typeArguments?.[0]
}
