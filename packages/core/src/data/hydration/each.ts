import {
  attribute,
  createAttribute,
  declaredAttributes,
  type AttributeDecorator,
} from '../../base/reflection/attribute.ts'
import type { AttributedType } from '../../base/reflection/reflect.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { elementOf } from '../builtins/builtins.ts'
import { MisplacedConstraint } from '../validation/errors.ts'

export class EachAttribute {
  readonly attributes: readonly object[]

  constructor(...decorators: AttributeDecorator[]) {
    class Element {}
    for (const decorate of decorators) decorate(Element.prototype, 'element')
    this.attributes = declaredAttributes(Element).map(createAttribute)
  }
}

/** Applies decorators to each element of a list or `Set`: `Each(Email(), MaxLength(80))`. */
export const Each = attribute(EachAttribute, '…')

/** Returns the type with the decorators of `@Each` added to its elements. */
export function withEach(
  type: TypeInfo,
  attributes: readonly object[],
  location: string,
): TypeInfo {
  const elementAttributes = attributes.flatMap((use) =>
    use instanceof EachAttribute ? use.attributes : [],
  )
  if (elementAttributes.length === 0) return type
  const add = (element: AttributedType): AttributedType => ({
    ...element,
    attributes: [...(element.attributes ?? []), ...elementAttributes],
  })
  const found = addToElements(type, add)
  if (found) return found
  throw new MisplacedConstraint(
    location,
    '@Each is for the elements of a list or Set, but the type is neither. ' +
      'Remove it, or declare a list.',
  )
}

/**
 * Returns the type with `add` applied to its elements; undefined if it has no elements. In a union, `add` is applied to
 * the elements of all lists and sets.
 */
function addToElements(
  type: TypeInfo,
  add: (element: AttributedType) => AttributedType,
): TypeInfo | undefined {
  const element = elementOf(type)
  if (type.kind === 'array') return { ...type, items: add(type.items) }
  if (type.kind === 'builtin') return element && { ...type, typeArguments: [add(element)] }
  if (type.kind !== 'union') return undefined
  const members = type.members.map((member) => {
    // The decorators of a member are already applied to the union. Do not apply them again.
    const { constrainedBy: _, ...own } = member
    return addToElements(own, add) ?? member
  })
  return members.every((member, index) => member === type.members[index])
    ? undefined
    : { ...type, members }
}
