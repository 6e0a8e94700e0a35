import type {
  Span,
  TSIndexedAccessType,
  TSIntersectionType,
  TSLiteral,
  TSSignature,
  TSTupleElement,
  TSTupleType,
  TSType,
  TSTypeOperator,
  TSTypeQuery,
} from 'oxc-parser'
import {
  shape,
  unfilled,
  withoutUndefined,
  type Property,
  type Type,
  type Unreadable,
} from '../described-type.ts'
import { keyName } from '../parse/class-members.ts'
import { docBefore } from '../parse/doc-comment.ts'
import type { Scope } from '../parse/scope.ts'
import type { NameResolver, ResolvedDeclaration, ResolvedName } from '../resolve/name-resolver.ts'
import type { ConstantEvaluator } from './constants.ts'
import { packageType, recordOfKeys } from './global-types.ts'
import {
  elementOf,
  isScalar,
  mergeObjects,
  objectOf,
  propertyOf,
  refuseUndefinedItem,
  typeOfValue,
  unionOf,
} from './type-algebra.ts'
import { textOf, unreadable, type Refuse } from './unreadable.ts'

/** Describes types that are written out in one scope. `TypeReader` adds named types. */
export abstract class StructuralReader {
  readonly scope: Scope
  readonly constants: ConstantEvaluator
  readonly names: NameResolver

  constructor(scope: Scope, names: NameResolver, constants: ConstantEvaluator) {
    this.scope = scope
    this.names = names
    this.constants = constants
  }

  abstract describe(node: TSType): Type

  /** Returns a reader for a different scope, which may be in another file. */
  abstract within(scope: Scope): StructuralReader

  /** Rejects a type. `reason` and `remedy` are clauses. */
  refuse(node: Span, reason: string, remedy: string): Unreadable {
    return unreadable(node, this.scope, reason, remedy)
  }

  protected refuserFor(node: Span): Refuse {
    return (reason, remedy) => this.refuse(node, reason, remedy)
  }

  protected literal(literal: TSLiteral): Type {
    if (literal.type === 'Literal' && typeof literal.value !== 'bigint') {
      return { kind: 'enum', values: [literal.value] }
    }
    if (literal.type === 'TemplateLiteral') {
      return { kind: 'enum', values: [literal.quasis[0]?.value.cooked ?? ''] }
    }
    if (literal.type === 'UnaryExpression' && literal.argument.type === 'Literal') {
      const { value } = literal.argument
      if (typeof value === 'number') return { kind: 'enum', values: [-value] }
    }
    return this.refuse(literal, 'JSON has no bigint literal', 'write bigint, or a number')
  }

  protected tuple({ elementTypes }: TSTupleType): Type {
    const items: Type[] = []
    let minItems: number | undefined
    for (const [index, element] of elementTypes.entries()) {
      const { type, isRest, optional } = elementOfTuple(element)
      if (isRest) {
        const list = this.describe(type)
        if (list.kind !== 'array' || index < elementTypes.length - 1) {
          return this.refuse(
            element,
            'a rest element must be a list, and the last element of its tuple',
            'write ...T[] at the end of the tuple',
          )
        }
        return {
          kind: 'tuple',
          items,
          rest: list.items,
          ...(minItems !== undefined && { least: minItems }),
        }
      }
      const item = this.describe(type)
      if (item.undefinable) return refuseUndefinedItem(this.refuserFor(type))
      if (optional) minItems ??= index
      items.push(item)
    }
    return { kind: 'tuple', items, ...(minItems !== undefined && { least: minItems }) }
  }

  protected intersection(node: TSIntersectionType): Type {
    const branded = this.#branded(node)
    if (branded) return branded
    const text = textOf(node, this.scope.file.text)
    const written = node.types
      .map((type) => this.describe(type))
      .filter(({ kind }) => kind !== 'unknown')
    const parts = written.length === 1 ? written : written.map((part) => objectOf(part, text))
    const [first] = parts
    if (!first) return { kind: 'unknown' }
    if (parts.length === 1) return first
    const merged = parts.every((part) => part.kind === 'object') ? mergeObjects(parts) : undefined
    return (
      parts.find(({ kind }) => kind === 'unreadable') ??
      merged ??
      this.refuse(
        node,
        'an intersection needs object types, and properties of the same name must have the same type',
        'write one interface with all properties',
      )
    )
  }

  /** Returns the type of a branded scalar, which is intersected with objects that only the compiler uses. */
  #branded(node: TSIntersectionType): Type | undefined {
    const [first, ...more] = node.types.filter((type) => !this.#isObject(type, this.scope))
    if (!first || more.length > 0 || node.types.length === 1) return undefined
    const type = this.describe(first)
    return isScalar(type) ? type : undefined
  }

  /** True if a type is written as an object. Its properties may not be readable. */
  #isObject(node: TSType, scope: Scope): boolean {
    switch (node.type) {
      case 'TSTypeLiteral':
      case 'TSMappedType':
        return true
      case 'TSIntersectionType':
        return node.types.every((type) => this.#isObject(type, scope))
      case 'TSTypeReference': {
        const found = this.names.resolve(node.typeName, 'types', scope)
        if (found?.kind === 'package') return !packageType(found.specifier, found.name)
        if (found?.kind !== 'declaration') return false
        const { declaration } = found
        return declaration.kind === 'alias'
          ? this.#isObject(declaration.node.typeAnnotation, declaration.scope)
          : declaration.kind === 'interface'
      }
      default:
        return false
    }
  }

  protected object(members: readonly TSSignature[]): Type {
    const properties: Property[] = []
    for (const member of members) {
      if (member.type === 'TSIndexSignature') {
        return members.length === 1 ? this.#indexSignature(member) : this.mixedMembers(member)
      }
      const name = 'key' in member && !member.computed ? keyName(member.key) : undefined
      if (name === undefined) {
        return this.refuse(
          member,
          'the member has no fixed name',
          'give it a plain name, or remove it',
        )
      }
      properties.push(this.#property(name, member as Extract<TSSignature, { key: unknown }>))
    }
    return { kind: 'object', properties }
  }

  protected mixedMembers(node: Span): Type {
    return this.refuse(
      node,
      'an object type cannot have both named properties and an index signature',
      'write Record<string, T>, or name every property',
    )
  }

  #property(name: string, member: Extract<TSSignature, { key: unknown }>): Property {
    const doc = docBefore(member.start, this.scope.file)?.documentation
    const isMethod = member.type === 'TSMethodSignature' && member.kind === 'method'
    const annotation =
      member.type === 'TSMethodSignature' ? member.returnType : member.typeAnnotation
    const described = isMethod
      ? this.refuse(
          member,
          'a function has no JSON representation',
          'declare a class with this method',
        )
      : annotation
        ? this.describe(annotation.typeAnnotation)
        : ({ kind: 'unknown' } as const)
    const { type, optional } = withoutUndefined(described)
    return { name, type, optional: optional || member.optional || undefined, doc }
  }

  #indexSignature(node: Extract<TSSignature, { type: 'TSIndexSignature' }>): Type {
    const key = node.parameters[0]?.typeAnnotation.typeAnnotation
    const keys = key ? this.describe(key) : ({ kind: 'unknown' } as const)
    return recordOfKeys(
      keys,
      this.describe(node.typeAnnotation.typeAnnotation),
      this.refuserFor(node),
    )
  }

  /** Describes `T[K]` if `T` is an object, a tuple or a list whose properties are known from the source. */
  protected indexedAccess(node: TSIndexedAccessType): Type {
    const owner = this.describe(node.objectType)
    if (owner.kind === 'unreadable') return owner
    const members = owner.kind === 'union' ? owner.members : [owner]
    const index =
      node.indexType.type === 'TSNumberKeyword' ? undefined : this.describe(node.indexType)
    const keys = index?.kind === 'enum' ? index.values.map(String) : []
    const text = textOf(node, this.scope.file.text)
    const found = members.map((member) =>
      index
        ? propertyOf(
            objectOf(member, text, (name) => keys.includes(name)),
            index,
          )
        : elementOf(member),
    )
    const known = found.filter((type) => type !== undefined)
    return known.length === found.length
      ? unionOf(known)
      : this.refuse(
          node,
          'the property does not belong to an object type in the source code',
          'write the type of the property',
        )
  }

  /** Describes `keyof T` and `keyof typeof CONSTANT`. */
  protected keyof(node: TSTypeOperator): Type {
    const keys =
      node.typeAnnotation.type === 'TSTypeQuery'
        ? this.#keysOfConstant(node.typeAnnotation)
        : this.#keysOfType(node.typeAnnotation)
    return keys && keys.length > 0
      ? { kind: 'enum', values: keys }
      : this.refuse(
          node,
          'the keys do not belong to an object type in the source code',
          'write the keys as a union of literals',
        )
  }

  #keysOfType(node: TSType): string[] | undefined {
    const type = this.describe(node)
    if (type.kind === 'class') return type[shape] && [...type[shape].names()]
    if (type.kind !== 'object') return undefined
    return type.properties.filter((each) => !each[unfilled]).map(({ name }) => name)
  }

  #keysOfConstant(node: TSTypeQuery): string[] | undefined {
    const resolved = this.#resolveOperand(node)
    if (resolved?.kind === 'member') {
      return this.constants.keysOfMember(resolved.of, resolved.name)
    }
    if (resolved?.kind !== 'declaration') return undefined
    const written = writtenType(resolved.declaration)
    return written
      ? this.within(written.scope).#keysOfType(written.type)
      : this.constants.keysOf(resolved.declaration)
  }

  /**
   * Describes `typeof CONSTANT`. The constant must be a literal, end with `as const`, or declare its type. Also
   * describes `typeof Enum`.
   */
  protected typeof(node: TSTypeQuery): Type {
    const resolved = this.#resolveOperand(node)
    const declaration = resolved?.kind === 'declaration' ? resolved.declaration : undefined
    const written = declaration && writtenType(declaration)
    if (written) return this.within(written.scope).describe(written.type)
    if (declaration?.kind === 'enum') {
      return typeOfValue(Object.fromEntries(this.constants.enumMembers(declaration)))
    }
    if (declaration?.kind === 'class') {
      return this.refuse(
        node,
        'it is the class itself, not an instance',
        'write the name of the class without typeof',
      )
    }
    const constant =
      resolved?.kind === 'member'
        ? this.constants.literalMemberOf(resolved.of, resolved.name)
        : declaration && this.constants.literalValueOf(declaration)
    return constant
      ? typeOfValue(constant.value)
      : this.refuse(
          node,
          'it is not a constant of literals with "as const"',
          'add "as const" to the constant, or write the type out',
        )
  }

  /** Returns the declaration to which a `typeof` refers. */
  #resolveOperand({ exprName }: TSTypeQuery): ResolvedName | undefined {
    return exprName.type === 'TSImportType'
      ? undefined
      : this.names.resolve(exprName, 'values', this.scope)
  }
}

/** Returns the declared type of a variable. */
function writtenType(declaration: ResolvedDeclaration): { type: TSType; scope: Scope } | undefined {
  if (declaration.kind !== 'constant' && declaration.kind !== 'variable') return undefined
  return declaration.type && { type: declaration.type, scope: declaration.scope }
}

/** Reads `A`, `A?`, `a?: A` or `...A[]` in a tuple. */
function elementOfTuple(
  node: TSTupleElement,
  optional = false,
): { type: TSType; isRest: boolean; optional: boolean } {
  switch (node.type) {
    case 'TSNamedTupleMember':
      return elementOfTuple(node.elementType, node.optional)
    case 'TSOptionalType':
      return { type: node.typeAnnotation, isRest: false, optional: true }
    case 'TSRestType': {
      const inner = node.typeAnnotation as TSTupleElement
      const type = inner.type === 'TSNamedTupleMember' ? inner.elementType : inner
      return { type: type as TSType, isRest: true, optional: false }
    }
    default:
      return { type: node, isRest: false, optional }
  }
}
