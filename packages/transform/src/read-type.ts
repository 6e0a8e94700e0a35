import type { Span, TSLiteral, TSTupleElement, TSType } from 'oxc-parser'
import type { Type } from './described-type.ts'
import { readIndexedAccess, readKeyof, readTypeof } from './indexed-access.ts'
import { readIntersection, readObjectLiteral } from './object-type.ts'
import { readImportType, readReference } from './read-reference.ts'
import type { Reading } from './reading.ts'
import type { Scope } from './scope.ts'
import { unionOf } from './union.ts'
import { unreadable } from './unreadable.ts'

/** Reads a type as it is written at a place of a module. */
export function readType(node: TSType, scope: Scope, reading: Reading): Type {
  const read = (inner: TSType) => readType(inner, scope, reading)
  switch (node.type) {
    case 'TSStringKeyword':
      return { kind: 'string' }
    case 'TSNumberKeyword':
      return { kind: 'number' }
    case 'TSBigIntKeyword':
      return { kind: 'bigint' }
    case 'TSBooleanKeyword':
      return { kind: 'boolean' }
    case 'TSNullKeyword':
      return { kind: 'null' }
    case 'TSVoidKeyword':
    case 'TSUndefinedKeyword':
    case 'TSNeverKeyword':
      return { kind: 'void', undefinable: true }
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
    case 'TSObjectKeyword':
      return { kind: 'unknown' }
    case 'TSTypePredicate':
      return node.asserts ? { kind: 'void', undefinable: true } : { kind: 'boolean' }
    case 'TSParenthesizedType':
      return read(node.typeAnnotation)
    case 'TSLiteralType':
      return readLiteral(node.literal, scope)
    case 'TSArrayType':
      return arrayOf(read(node.elementType), node, scope)
    case 'TSTupleType':
      return {
        kind: 'tuple',
        items: node.elementTypes.map((item) => readItem(item, scope, reading)),
      }
    case 'TSUnionType':
      return unionOf(node.types.map(read))
    case 'TSIntersectionType':
      return readIntersection(node, scope, reading)
    case 'TSTypeLiteral':
      return readObjectLiteral(node, scope, reading)
    case 'TSTypeReference':
      return readReference(node, scope, reading)
    case 'TSImportType':
      return readImportType(node, scope, reading)
    case 'TSIndexedAccessType':
      return readIndexedAccess(node, scope, reading)
    case 'TSTypeQuery':
      return readTypeof(node, scope, reading)
    case 'TSTypeOperator':
      if (node.operator === 'keyof') return readKeyof(node, scope, reading)
      if (node.operator === 'readonly') return read(node.typeAnnotation)
  }
  const [reason, remedy] = refused[node.type] ?? [
    'the type has no form in data',
    'write another type',
  ]
  return unreadable(node, scope, reason, remedy)
}

/** A list. JSON has no `undefined` to put into one. */
export function arrayOf(item: Type, node: Span, scope: Scope): Type {
  return item.undefinable
    ? unreadable(
        node,
        scope,
        'a list in JSON cannot hold undefined',
        'write null instead of undefined',
      )
    : { kind: 'array', items: item }
}

const refused: Partial<Record<string, readonly [reason: string, remedy: string]>> = {
  TSMappedType: [
    'a mapped type needs the type checker',
    'write its properties out in an interface',
  ],
  TSConditionalType: ['a conditional type needs the type checker', 'write the type that results'],
  TSTemplateLiteralType: [
    'a template literal type is a pattern, which only a rule can check',
    'write string, with @Regex() where the form matters',
  ],
  TSFunctionType: ['a function has no form in data', 'declare a class with a method for it'],
  TSConstructorType: ['a constructor has no form in data', 'declare an abstract class for it'],
  TSSymbolKeyword: ['a symbol has no form in data', 'write string'],
  TSTypeOperator: ['a symbol has no form in data', 'write string'],
  TSThisType: ['"this" names no class', 'write the name of the class'],
}

function readLiteral(literal: TSLiteral, scope: Scope): Type {
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
  return unreadable(literal, scope, 'JSON has no bigint literal', 'write bigint, or a number')
}

function readItem(node: TSTupleElement, scope: Scope, reading: Reading): Type {
  const remedy = 'write T[], or an object with named properties'
  if (node.type === 'TSNamedTupleMember' && !node.optional) {
    return readItem(node.elementType, scope, reading)
  }
  if (node.type === 'TSOptionalType' || node.type === 'TSNamedTupleMember') {
    return unreadable(node, scope, 'the length of a tuple is fixed', remedy)
  }
  if (node.type === 'TSRestType') {
    return unreadable(node, scope, 'the length of a tuple is fixed', remedy)
  }
  const item = readType(node, scope, reading)
  return item.undefinable
    ? unreadable(
        node,
        scope,
        'a list in JSON cannot hold undefined',
        'write null instead of undefined',
      )
    : item
}
