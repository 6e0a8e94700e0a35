import { bindingsOf, bindTypeParameters } from '../../base/reflection/bind-type-parameters.ts'
import { attributesOfType, isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { ParameterReflection } from '../../base/reflection/class-reflection.ts'
import type {
  Class,
  Documentation,
  PropertyInfo,
  TypeInfo,
} from '../../base/reflection/type-info.ts'
import { isConstraint, type Constraint } from '../validation/constraint.ts'
import { isHidden, jsonShapeOf, type ComputedProperty } from '../validation/json-shape.ts'
import { withEach } from '../hydration/each.ts'
import { ListOfAttribute } from '../validation/list-of.ts'

/** A property that appears in the JSON of an object. */
export interface ResponseProperty {
  readonly name: string
  readonly type: TypeInfo
  readonly isRequired: boolean
  readonly constraints: readonly Constraint[]
  /** True if a getter computes the property. */
  readonly isComputed?: true
  readonly doc: Documentation
}

/**
 * Returns the parameter properties of a class and its parents, including private ones, because JSON ignores visibility.
 * Leaves out hidden ones, and adds computed getters.
 */
export function responseProperties(
  target: Class,
  typeArguments: readonly TypeInfo[],
): ResponseProperty[] {
  const { hidden, computed } = jsonShapeOf(target)
  const bindings = bindingsOf(reflect(target), typeArguments)
  const own = storedProperties(target, typeArguments).filter(({ name }) => !hidden.has(name))
  return [...own, ...computed.map((getter) => toComputed(getter, bindings))]
}

/** Returns the parameter properties of a class and its parents. */
export function storedProperties(
  target: Class,
  typeArguments: readonly TypeInfo[],
): ResponseProperty[] {
  const properties = new Map<string, ResponseProperty>()
  const reflection = reflect(target)
  const bindings = bindingsOf(reflection, typeArguments)
  const parent = Object.getPrototypeOf(target) as Class
  if (isReflectable(parent)) {
    const parentArguments = reflection.parentArguments.map((type) =>
      bindTypeParameters(type, bindings),
    )
    for (const property of storedProperties(parent, parentArguments)) {
      // If the child has its own constructor, the constraints of its parent are not checked.
      properties.set(property.name, { ...property, constraints: [] })
    }
  }
  for (const parameter of reflection.parameters) {
    if (parameter.property) properties.set(parameter.name, toProperty(parameter, bindings))
  }
  return [...properties.values()]
}

/** Removes properties that are hidden in their class, even if `Pick` or a similar type selects them. */
export function withoutHidden(properties: readonly PropertyInfo[]): readonly PropertyInfo[] {
  return properties.filter(({ type }) => !isHidden(attributesOfType(type)))
}

function toComputed(
  { name, type, optional, doc }: ComputedProperty,
  bindings: ReadonlyMap<string, TypeInfo>,
): ResponseProperty {
  const own = bindTypeParameters(type, bindings)
  return { name, type: own, isRequired: !optional, constraints: [], isComputed: true, doc }
}

function toProperty(
  { name, type, attributes, optional, default: defaultValue, doc }: ParameterReflection,
  bindings: ReadonlyMap<string, TypeInfo>,
): ResponseProperty {
  const item = attributes.find((use) => use instanceof ListOfAttribute)?.item()
  const items = item && ({ kind: 'class', name: item.name, class: item } as const)
  return {
    name,
    type: withEach(
      items
        ? { kind: 'array', items, ...(type.nullable && { nullable: true }) }
        : bindTypeParameters(type, bindings),
      attributes,
      name,
    ),
    // With a default, the value is never undefined.
    isRequired: defaultValue !== undefined || !optional,
    constraints: attributes.filter(isConstraint),
    doc,
  }
}
