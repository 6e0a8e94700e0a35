import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import { childTypes } from '../../base/reflection/type-tree.ts'
import { classesWithin } from './classes-within.ts'
import type { ValidationErrors, AsyncSchemas } from './validation-errors.ts'

/**
 * Calls `read`, which may call schemas that validate asynchronously. If so, the data is read again after their results
 * have settled. Returns a promise only if a schema does.
 */
export function readWithSchemas<T>(errors: ValidationErrors, read: () => T): MaybePromise<T> {
  const schemas: AsyncSchemas = { results: [], open: [], next: 0 }
  errors.schemas = schemas
  const value = read()
  return schemas.open.length > 0 ? readAgain(errors, schemas, read) : value
}

async function readAgain<T>(
  errors: ValidationErrors,
  schemas: AsyncSchemas,
  read: () => T,
): Promise<T> {
  for (;;) {
    await Promise.all(schemas.open.splice(0))
    errors.length = 0
    delete errors.pending
    schemas.next = 0
    const value = read()
    if (schemas.open.length === 0) return value
  }
}

/** Calls a schema only once, even if the data is read several times. Returns undefined while its result is pending. */
export function validateOnce<T extends object>(
  schemas: AsyncSchemas,
  validate: () => MaybePromise<T>,
): T | undefined {
  const index = schemas.next
  schemas.next += 1
  if (index < schemas.results.length) return schemas.results[index] as T | undefined
  const result = validate()
  if (!isPromise(result)) {
    schemas.results[index] = result
    return result
  }
  schemas.results[index] = undefined
  schemas.open.push(result.then((value) => void (schemas.results[index] = value)))
  return undefined
}

/** True if types, or the fields of their classes, are inferred from schemas. */
export function includeSchemas(types: readonly TypeInfo[]): boolean {
  const fields = [...classesWithin(types)].filter(isReflectable)
  return [
    ...types,
    ...fields.flatMap((each) => reflect(each).parameters.map(({ type }) => type)),
  ].some(isSchema)
}

function isSchema(type: TypeInfo): boolean {
  return type.kind === 'schema' || childTypes(type).some(isSchema)
}
