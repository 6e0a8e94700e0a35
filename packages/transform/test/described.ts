import type { ClassDescription } from '../../core/src/base/reflection/type-info.ts'

/** The description that the transform wrote into a class. */
export function descriptionOf(described: object): ClassDescription {
  const read = Reflect.get(described, Symbol.for('fw.description')) as () => ClassDescription
  return read()
}

/** The types of the constructor parameters by their names. */
export function typesOf(described: object): Record<string, unknown> {
  const { parameters = [] } = descriptionOf(described)
  return Object.fromEntries(parameters.map(({ name, type }) => [name, type]))
}
