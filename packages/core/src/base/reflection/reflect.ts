import { exactList, none } from '../platform/exact-list.ts'
import { attemptEach } from './attempt.ts'
import { createAttribute, declaredAttributes, type DeclaredAttribute } from './attribute.ts'
import type {
  ClassReflection,
  GetterReflection,
  MethodReflection,
  ParameterReflection,
} from './class-reflection.ts'
import { AttributeRefused, MissingTypeInformation } from './errors.ts'
import { inherit } from './inherit.ts'
import { placeOf } from './place-of.ts'
import {
  descriptionKey,
  undocumented,
  type Class,
  type ClassDescription,
  type GetterDescription,
  type MethodDescription,
  type ParameterDescription,
  type PropertyDescription,
  type TypeInfo,
} from './type-info.ts'

const noDefaults: ClassReflection['typeDefaults'] = Object.freeze({})

const reflections = new WeakMap<Class, ClassReflection>()

/**
 * Reads the types and decorators of a class, and caches the result. Throws `MissingTypeInformation` if its module was
 * not transformed.
 */
export function reflect(target: Class): ClassReflection {
  let found = reflections.get(target)
  if (!found) reflections.set(target, (found = readClass(target)))
  return found
}

/** True if the transform has added a description to the class itself. */
export function isDescribed(target: Class): boolean {
  return Object.hasOwn(target, descriptionKey)
}

/** True if `reflect` can read the class, from its own description or that of a parent class. */
export function isReflectable(target: Class): boolean {
  let described: Class | null = target
  while (described && !isDescribed(described)) described = parentOf(described)
  return described !== null
}

function readClass(target: Class): ClassReflection {
  const description = descriptionOf(target)
  const parent = parentOf(target)
  const parentReflection = parent && isDescribed(parent) ? reflect(parent) : undefined
  // A subclass that a class decorator returned has no description. It keeps the type parameters of
  // its parent.
  const inherited =
    parentReflection && isDescribed(target)
      ? inherit(parentReflection, description)
      : parentReflection
  // Includes the colon, so that each location is joined from two strings. Joining three strings
  // would take twice the memory.
  const placePrefix = `${description.file}:`
  return {
    class: target,
    name: description.name,
    at: `${placePrefix}${description.at}`,
    typeParameters: description.typeParameters ?? none,
    typeDefaults: description.typeDefaults ?? noDefaults,
    parentArguments: description.parentArguments ?? none,
    isAbstract: description.abstract === true,
    implements: exactList([...(description.implements ?? []), ...(inherited?.implements ?? [])]),
    attributes: classAttributes(target),
    parameters: description.parameters
      ? description.parameters.map((parameter, index) =>
          readConstructorParameter(target, placePrefix, parameter, index),
        )
      : (inherited?.parameters ?? none),
    methods: exactList(readMethods(target, placePrefix, description, inherited?.methods ?? none)),
    getters: exactList(readGetters(target, placePrefix, description, inherited?.getters ?? none)),
    unfilled: exactList(readUnfilled(description, inherited?.unfilled ?? none)),
    doc: description.doc ?? undocumented,
  }
}

/** A type with decorators that come from its context, such as those that `Each` adds to elements. */
export type AttributedType = TypeInfo & { readonly attributes?: readonly object[] }

/**
 * Returns the decorators of a type: its own, those of union members and, for a type such as `Order['id']`, those of the
 * constructor parameter `id`.
 */
export function attributesOfType(type: AttributedType): readonly object[] {
  const { constrainedBy, attributes = none } = type
  const inside = type.kind === 'union' ? type.members.flatMap(attributesOfType) : none
  const members = inside.length > 0 ? [...attributes, ...inside] : attributes
  if (!constrainedBy?.class) return members
  const { parameters } = reflect(constrainedBy.class)
  const own = parameters.find(({ name }) => name === constrainedBy.parameter)
  return [...(own?.attributes ?? []), ...members]
}

const attributesOfClasses = new WeakMap<Class, readonly object[]>()

/** Returns the decorators of a class, those of its parents first. Does not need the transform. */
export function classAttributes(target: Class): readonly object[] {
  let found = attributesOfClasses.get(target)
  if (!found) {
    const parent = parentOf(target)
    const inherited = parent ? classAttributes(parent) : []
    found = exactList([...inherited, ...attributesAt(target, undefined, undefined)])
    attributesOfClasses.set(target, found)
  }
  return found
}

function descriptionOf(target: Class): ClassDescription {
  let described: Class | null = target
  // A class decorator may have replaced the described class with a subclass.
  while (described && !isDescribed(described)) described = parentOf(described)
  if (!described) throw new MissingTypeInformation(target)
  return (described as unknown as { [descriptionKey]: () => ClassDescription })[descriptionKey]()
}

function parentOf(target: Class): Class | null {
  const parent = Object.getPrototypeOf(target) as Class | null
  return parent === Function.prototype ? null : parent
}

function readConstructorParameter(
  target: Class,
  placePrefix: string,
  parameter: ParameterDescription,
  index: number,
): ParameterReflection {
  const attributes = exactList([
    ...attributesAt(target, undefined, index),
    ...attributesAt(target, parameter.name, undefined),
  ])
  return {
    ...parameter,
    at: `${placePrefix}${parameter.at}`,
    attributes,
    doc: parameter.doc ?? undocumented,
  }
}

function readMethods(
  target: Class,
  placePrefix: string,
  description: ClassDescription,
  inherited: readonly MethodReflection[],
): MethodReflection[] {
  const own = Object.entries(description.methods ?? {}).map(([name, method]) =>
    readMethod(target, placePrefix, name, method),
  )
  const overridden = new Set(Object.getOwnPropertyNames(target.prototype))
  return [...inherited.filter((method) => !overridden.has(method.name)), ...own]
}

function readMethod(
  target: Class,
  placePrefix: string,
  name: string,
  method: MethodDescription,
): MethodReflection {
  return {
    name,
    isStatic: method.static === true,
    at: `${placePrefix}${method.at}`,
    attributes: attributesAt(target, name, undefined),
    parameters: method.parameters.map((parameter, index) => ({
      ...parameter,
      at: `${placePrefix}${parameter.at}`,
      attributes: attributesAt(target, name, index),
      doc: parameter.doc ?? undocumented,
    })),
    returns: method.returns,
    returnsOptional: method.returnsOptional === true,
    replies: method.replies ?? none,
    repliesOnly: method.repliesOnly === true,
    doc: method.doc ?? undocumented,
  }
}

function readGetters(
  target: Class,
  placePrefix: string,
  { getters = {} }: ClassDescription,
  inherited: readonly GetterReflection[],
): GetterReflection[] {
  const own = Object.entries(getters).map(([name, getter]) =>
    readGetter(target, placePrefix, name, getter),
  )
  const overridden = new Set(own.map(({ name }) => name))
  return [...inherited.filter(({ name }) => !overridden.has(name)), ...own]
}

function readGetter(
  target: Class,
  placePrefix: string,
  name: string,
  { type, optional, static: isStatic, at, doc = undocumented }: GetterDescription,
): GetterReflection {
  return {
    name,
    type,
    optional: optional === true,
    isStatic: isStatic === true,
    at: `${placePrefix}${at}`,
    attributes: attributesAt(target, name, undefined),
    doc,
  }
}

/**
 * Returns the public properties that cannot be set from data. If the class has a constructor that sets its own
 * properties, it is expected to set those of its parents, too.
 */
function readUnfilled(
  { properties = [], parameters }: ClassDescription,
  inherited: readonly PropertyDescription[],
): readonly PropertyDescription[] {
  const own = properties.filter(({ unfilled }) => unfilled)
  return parameters && own.length === 0 ? own : [...inherited, ...own]
}

/** Returns decorators in source order. JavaScript runs them from last to first. */
function attributesAt(
  target: Class,
  member: string | undefined,
  position: number | undefined,
): readonly object[] {
  const uses: DeclaredAttribute[] = []
  for (const use of declaredAttributes(target)) {
    if (use.member === member && use.position === position) uses.push(use)
  }
  if (uses.length === 0) return none
  const place = () => placeOf(target, member, position)
  return attemptEach(uses, place, (use) => {
    try {
      return createAttribute(use)
    } catch (error) {
      throw new AttributeRefused(target, member, position, error)
    }
  }).toReversed()
}
