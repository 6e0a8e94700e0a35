import { attemptEach } from './attempt.ts'
import { declaredAttributes, type DeclaredAttribute } from './attribute.ts'
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
  type Class,
  type ClassDescription,
  type GetterDescription,
  type MethodDescription,
  type ParameterDescription,
  type PropertyDescription,
  type TypeInfo,
} from './type-info.ts'

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
  const description = describe(target)
  const parent = parentOf(target)
  const outer = parent && isDescribed(parent) ? reflect(parent) : undefined
  // If a class decorator replaced the class with a subclass, both have the same type parameters.
  const inherited = outer && isDescribed(target) ? inherit(outer, description) : outer
  return {
    class: target,
    name: description.name,
    at: `${description.file}:${description.at}`,
    typeParameters: description.typeParameters ?? [],
    typeDefaults: description.typeDefaults ?? {},
    parentArguments: description.parentArguments ?? [],
    isAbstract: description.abstract === true,
    implements: [...(description.implements ?? []), ...(inherited?.implements ?? [])],
    attributes: classAttributes(target),
    parameters: description.parameters
      ? description.parameters.map((parameter, index) =>
          readConstructorParameter(target, description.file, parameter, index),
        )
      : (inherited?.parameters ?? []),
    methods: readMethods(target, description, inherited?.methods ?? []),
    getters: readGetters(target, description, inherited?.getters ?? []),
    unfilled: readUnfilled(description, inherited?.unfilled ?? []),
    doc: description.doc ?? {},
  }
}

/** A type with decorators that come from its context, such as those that `Each` adds to elements. */
export type AttributedType = TypeInfo & { readonly attributes?: readonly object[] }

/** Returns the decorators of a type: its own, those of the parameter that it refers to, and those of union members. */
export function attributesOfType(type: AttributedType): readonly object[] {
  const { constrainedBy, attributes = none } = type
  const inside = type.kind === 'union' ? type.members.flatMap(attributesOfType) : none
  const members = inside.length > 0 ? [...attributes, ...inside] : attributes
  if (!constrainedBy?.class) return members
  const { parameters } = reflect(constrainedBy.class)
  const own = parameters.find(({ name }) => name === constrainedBy.parameter)
  return [...(own?.attributes ?? []), ...members]
}

const none: readonly never[] = []

const attributesOfClasses = new WeakMap<Class, readonly object[]>()

/** Returns the decorators of a class, those of its parents first. Does not need the transform. */
export function classAttributes(target: Class): readonly object[] {
  let found = attributesOfClasses.get(target)
  if (!found) {
    const parent = parentOf(target)
    const inherited = parent ? classAttributes(parent) : []
    found = [...inherited, ...attributesAt(target, undefined, undefined)]
    attributesOfClasses.set(target, found)
  }
  return found
}

function describe(target: Class): ClassDescription {
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
  file: string,
  parameter: ParameterDescription,
  index: number,
): ParameterReflection {
  const attributes = [
    ...attributesAt(target, undefined, index),
    ...attributesAt(target, parameter.name, undefined),
  ]
  return { ...parameter, at: `${file}:${parameter.at}`, attributes, doc: parameter.doc ?? {} }
}

function readMethods(
  target: Class,
  description: ClassDescription,
  inherited: readonly MethodReflection[],
): MethodReflection[] {
  const own = Object.entries(description.methods ?? {}).map(([name, method]) =>
    readMethod(target, description.file, name, method),
  )
  const overridden = new Set(Object.getOwnPropertyNames(target.prototype))
  return [...inherited.filter((method) => !overridden.has(method.name)), ...own]
}

function readMethod(
  target: Class,
  file: string,
  name: string,
  method: MethodDescription,
): MethodReflection {
  return {
    name,
    isStatic: method.static === true,
    at: `${file}:${method.at}`,
    attributes: attributesAt(target, name, undefined),
    parameters: method.parameters.map((parameter, index) => ({
      ...parameter,
      at: `${file}:${parameter.at}`,
      attributes: attributesAt(target, name, index),
      doc: parameter.doc ?? {},
    })),
    returns: method.returns,
    returnsOptional: method.returnsOptional === true,
    replies: method.replies ?? [],
    repliesOnly: method.repliesOnly === true,
    doc: method.doc ?? {},
  }
}

function readGetters(
  target: Class,
  { file, getters = {} }: ClassDescription,
  inherited: readonly GetterReflection[],
): GetterReflection[] {
  const own = Object.entries(getters).map(([name, getter]) =>
    readGetter(target, file, name, getter),
  )
  const overridden = new Set(own.map(({ name }) => name))
  return [...inherited.filter(({ name }) => !overridden.has(name)), ...own]
}

function readGetter(
  target: Class,
  file: string,
  name: string,
  { type, optional, static: isStatic, at, doc = {} }: GetterDescription,
): GetterReflection {
  return {
    name,
    type,
    optional: optional === true,
    isStatic: isStatic === true,
    at: `${file}:${at}`,
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
      return use.create()
    } catch (error) {
      throw new AttributeRefused(target, member, position, error)
    }
  }).toReversed()
}
