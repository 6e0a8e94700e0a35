import { attribute, declaredAttributes, type AttributeDecorator } from '../reflection/attribute.ts'
import type { AttributedType } from '../reflection/reflect.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import { MisplacedConstraint } from './errors.ts'

export class EachAttribute {
  readonly attributes: readonly object[]

  constructor(...decorators: AttributeDecorator[]) {
    class Element {}
    for (const decorate of decorators) decorate(Element.prototype, 'element')
    this.attributes = declaredAttributes(Element).map(({ create }) => create())
  }
}

/** Attributes for each element of a list or `Set`: `Each(Email(), MaxLength(80))`. */
export const Each = attribute(EachAttribute)

/** A type whose elements have the attributes that an `Each` among `attributes` gives them. */
export function withEach(
  type: TypeInfo,
  attributes: readonly object[],
  location: string,
): TypeInfo {
  const given = attributes.flatMap((use) => (use instanceof EachAttribute ? use.attributes : []))
  if (given.length === 0) return type
  const add = (element: AttributedType): AttributedType => ({
    ...element,
    attributes: [...(element.attributes ?? []), ...given],
  })
  if (type.kind === 'array') return { ...type, items: add(type.items) }
  const [element] = (type.kind === 'builtin' && type.name === 'Set' && type.typeArguments) || []
  if (element && type.kind === 'builtin') return { ...type, typeArguments: [add(element)] }
  throw new MisplacedConstraint(
    location,
    '@Each is about the elements of a list or Set, and the type is neither. ' +
      'Remove it, or declare a list.',
  )
}
