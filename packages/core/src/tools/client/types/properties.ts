import { bindingsOf, bindTypeParameters } from '../../../base/reflection/bind-type-parameters.ts'
import { isReflectable, reflect } from '../../../base/reflection/reflect.ts'
import type { Class, Documentation, TypeInfo } from '../../../base/reflection/type-info.ts'
import { responseProperties, withoutHidden } from '../../../data/schema/response-properties.ts'
import { ListOfAttribute } from '../../../data/validation/list-of.ts'
import { planOf } from '../../../data/hydration/plan-value.ts'
import { hasCustomToJson } from '../../../data/validation/json-shape.ts'
import { scalarOf } from '../../../data/hydration/scalar.ts'

/** The form of a value: as passed to the client, as returned by it, or as in the JSON of a response. */
export type Direction = 'request' | 'response' | 'wire'

export interface TypedProperty {
  readonly name: string
  readonly type: TypeInfo
  readonly isRequired: boolean
  readonly doc: Documentation
}

export type ClassType = Extract<TypeInfo, { kind: 'class' }>
export type ObjectType = Extract<TypeInfo, { kind: 'object' }>

/** Returns the class whose properties describe a value; undefined if the properties are unknown. */
export function describedClass({ class: target }: ClassType, direction: Direction) {
  if (!target || scalarOf(target) || !isReflectable(target)) return undefined
  return direction === 'request' || !hasCustomToJson(target.prototype as object)
    ? target
    : undefined
}

/** Returns the properties of a class or structural type, as they are in requests or responses. */
export function propertiesOf(type: ClassType | ObjectType, direction: Direction): TypedProperty[] {
  if (type.kind === 'object') {
    const properties = direction === 'request' ? type.properties : withoutHidden(type.properties)
    return properties.map(({ name, type, optional, default: given, doc = {} }) => ({
      name,
      type,
      isRequired: !optional && (direction !== 'request' || given === undefined),
      doc,
    }))
  }
  const target = describedClass(type, direction)
  if (!target) return []
  const { typeArguments = [] } = type
  return direction === 'request'
    ? requestProperties(target, typeArguments)
    : responseProperties(target, typeArguments)
}

function requestProperties(target: Class, typeArguments: readonly TypeInfo[]): TypedProperty[] {
  const reflection = reflect(target)
  const bound = bindingsOf(reflection, typeArguments)
  const { fields } = planOf(target)
  return reflection.parameters.map(({ name, type, attributes, doc }, index) => ({
    name,
    type: listOf(attributes, type) ?? bindTypeParameters(type, bound),
    isRequired: !fields[index]?.optional,
    doc,
  }))
}

function listOf(attributes: readonly object[], { nullable }: TypeInfo): TypeInfo | undefined {
  const item = attributes.find((use) => use instanceof ListOfAttribute)?.item()
  return (
    item && {
      kind: 'array',
      items: { kind: 'class', name: item.name, class: item },
      ...(nullable && { nullable }),
    }
  )
}
