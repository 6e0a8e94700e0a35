import type { Place } from './attempt.ts'
import { descriptionKey, type Class, type ClassDescription } from './type-info.ts'

/** Returns the location of a class, one of its members or a parameter. */
export function placeOf(target: Class, member?: string | symbol, position?: number): Place {
  const description = (target as { [descriptionKey]?: () => ClassDescription })[descriptionKey]?.()
  if (!description) return { name: target.name, at: '' }
  const { name, file, methods, getters, parameters = [], properties = [] } = description
  const method = member === undefined ? undefined : methods?.[String(member)]
  const siblings = method?.parameters ?? parameters
  const namedMember = method
    ? undefined
    : (getters?.[String(member)] ??
      [...parameters, ...properties].find((each) => each.name === member))
  const at =
    (position === undefined ? namedMember : siblings[position])?.at ?? (method ?? description).at
  return { name: member === undefined ? name : `${name}.${String(member)}`, at: `${file}:${at}` }
}
