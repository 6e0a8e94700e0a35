import type {
  Span,
  TSImportType,
  TSInterfaceDeclaration,
  TSMappedType,
  TSType,
  TSTypeName,
  TSTypeQuery,
  TSTypeReference,
} from 'oxc-parser'
import {
  valueReference,
  withoutUndefined,
  type Property,
  type Type,
  type Unreadable,
} from '../described-type.ts'
import { fileScope, type Scope } from '../parse/scope.ts'
import {
  toTypeName,
  type NameResolver,
  type ResolvedDeclaration,
  type ResolvedName,
} from '../resolve/name-resolver.ts'
import { explainMissingImport } from '../resolve/framework-exports.ts'
import { ClassReader, withArguments, type NamedReference } from './class-reader.ts'
import { ConstantEvaluator, enumMemberName, type EnumDeclaration } from './constants.ts'
import { EnclosingTypes, type EnclosingType } from './enclosing.ts'
import { globalType, packageType, recordOfKeys } from './global-types.ts'
import { remedyForUnknown } from './similar-name.ts'
import { References } from './references.ts'
import { inferredSchema, schemaWithInfer } from './schema-type.ts'
import { templateOf } from './template-type.ts'
import {
  arrayOf,
  withSelfReference,
  isReadable,
  objectOf,
  propertiesOf,
  unionOf,
} from './type-algebra.ts'
import { exportOf, instanceName, withBrand, withName } from './type-name.ts'
import { unsupportedSyntax, textOf } from './unreadable.ts'

type NamedDeclaration = Extract<ResolvedDeclaration, { kind: 'alias' | 'interface' }>

/** The maximum number of types in a type from a package. A larger type is not treated as data. */
const maxTypes = 2000

/** Returns a reader for the scope of a module. */
export function createTypeReader(names: NameResolver): TypeReader {
  const constants = new ConstantEvaluator(names)
  return new TypeReader(
    fileScope(names.module),
    names,
    constants,
    new References(names.module),
    new EnclosingTypes(),
  )
}

/** Describes the types that are written in one scope of a module. */
export class TypeReader extends ClassReader {
  override within(scope: Scope): TypeReader {
    if (scope === this.scope) return this
    return new TypeReader(scope, this.names, this.constants, this.references, this.enclosing)
  }

  describe(node: TSType): Type {
    const foreign = this.enclosing.size
    if (foreign && ++foreign.types > maxTypes) {
      this.enclosing.dependOn((entry) => entry.size !== undefined)
      return this.#refuseInfinite(node)
    }
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
        return this.describe(node.typeAnnotation)
      case 'TSLiteralType':
        return this.literal(node.literal)
      case 'TSTemplateLiteralType': {
        const texts = node.quasis.map(({ value }) => value.cooked ?? value.raw)
        const spans = node.types.map((span) => this.describe(span))
        return templateOf(texts, spans, this.refuserFor(node))
      }
      case 'TSArrayType':
        return arrayOf(this.describe(node.elementType), this.refuserFor(node))
      case 'TSTupleType':
        return this.tuple(node)
      case 'TSUnionType':
        return unionOf(node.types.map((member) => this.describe(member)))
      case 'TSIntersectionType':
        return this.intersection(node)
      case 'TSTypeLiteral':
        return node.members.length === 0 ? { kind: 'unknown' } : this.object(node.members)
      case 'TSMappedType':
        return this.#mapped(node)
      case 'TSTypeReference':
        return this.#reference(node)
      case 'TSImportType':
        return this.#importType(node)
      case 'TSIndexedAccessType':
        return this.indexedAccess(node)
      case 'TSTypeQuery':
        return this.#typeof(node)
      case 'TSTypeOperator':
        if (node.operator === 'keyof') return this.keyof(node)
        if (node.operator === 'readonly') return this.describe(node.typeAnnotation)
    }
    return this.refuse(node, ...unsupportedSyntax(node.type))
  }

  /** Describes `{ [K in Keys]: T }` if the keys are known from the source. */
  #mapped(node: TSMappedType): Type {
    const { constraint, nameType, optional: modifier } = node
    if (nameType) return this.refuse(node, ...unsupportedSyntax(node.type))
    const keys = this.describe(constraint)
    if (keys.kind === 'unreadable') return keys
    if (keys.kind !== 'enum')
      return recordOfKeys(keys, this.#valueOf(node, keys), this.refuserFor(node))
    const isOfKeys = constraint.type === 'TSTypeOperator' && constraint.operator === 'keyof'
    const owner = isOfKeys ? this.describe(constraint.typeAnnotation) : keys
    const source = objectOf(owner, textOf(node, this.scope.file.text))
    const sources = source.kind === 'object' ? source.properties : []
    const properties = keys.values.map((key): Property => {
      const name = String(key)
      const sourceProperty = sources.find((each) => each.name === name)
      const value = this.#valueOf(node, { kind: 'enum', values: [key] })
      const { type, optional } = withoutUndefined(value)
      const isOptional = modifier !== '-' && (modifier || sourceProperty?.optional || optional)
      return { name, type, optional: isOptional ? true : undefined, doc: sourceProperty?.doc }
    })
    return { kind: 'object', properties }
  }

  /** Returns the type of a property of a mapped type. */
  #valueOf({ key, typeAnnotation }: TSMappedType, type: Type): Type {
    if (!typeAnnotation) return { kind: 'unknown' }
    const types = new Map([[key.name, { kind: 'typeParameter', type } as const]])
    const scope: Scope = { file: this.scope.file, parent: this.scope, types, values: new Map() }
    return this.within(scope).describe(typeAnnotation)
  }

  #reference(node: TSTypeReference): Type {
    const { typeName } = node
    const inferred = inferredSchema(node)
    if (inferred && inferred.exprName.type !== 'TSImportType') {
      return this.#schema(inferred.exprName, node)
    }
    const resolved = this.names.resolve(typeName, 'types', this.scope)
    const written =
      typeName.type === 'Identifier' ? typeName.name : textOf(typeName, this.scope.file.text)
    if (resolved) return this.#resolved(resolved, node, written)
    const args = (node.typeArguments?.params ?? []).map((type) => this.describe(type))
    const remedy = () => remedyForUnknown(written, this.scope)
    const type = globalType(written, args, this.refuserFor(node), remedy)
    const refused =
      type.kind === 'unreadable' && explainMissingImport(written, this.scope.file.path)
    return refused ? this.refuse(node, ...refused) : type
  }

  #typeof(node: TSTypeQuery): Type {
    const schema = schemaWithInfer(node)
    const type = this.typeof(node)
    return schema && type.kind === 'unreadable' ? this.#schema(schema, node) : type
  }

  /** Describes the values that the schema with this name accepts. */
  #schema(name: TSTypeName, node: Span): Type {
    const written = textOf(name, this.scope.file.text)
    const resolved = this.names.resolve(name, 'values', this.scope)
    const reference = resolved
      ? this.referenceToValue(resolved, written, node)
      : this.refuse(node, `"${written}" is not declared in the module`, 'import the schema')
    return typeof reference === 'string'
      ? { kind: 'schema', schema: reference, text: textOf(node, this.scope.file.text) }
      : reference
  }

  /** Describes `import('./file.ts').Name`. */
  #importType(node: TSImportType): Type {
    const { qualifier, source } = node
    if (!qualifier) {
      return this.refuse(
        node,
        'it does not name a type that the module exports',
        'import the type by its name',
      )
    }
    const found = this.names.resolveImportType(source.value, qualifier, this.scope.file)
    const typeOnly = 'typeOnly' in found ? { ...found, typeOnly: true } : found
    const { name } = qualifier.type === 'Identifier' ? qualifier : qualifier.right
    return this.#resolved(typeOnly, node, name)
  }

  #resolved(resolved: ResolvedName, node: NamedReference, written: string): Type {
    switch (resolved.kind) {
      case 'missing':
        return this.refuse(node, resolved.reason, resolved.remedy)
      case 'package':
        return this.#fromPackage(resolved, node, written)
      case 'module':
        return this.refuse(node, 'it is a module', 'name a type that the module exports')
      case 'member':
        return this.#member(resolved.of, resolved.name, node)
      case 'declaration': {
        const type = this.#declared(resolved, node, written)
        return resolved.via && !isReadable(type)
          ? this.#fromPackage(resolved.via, node, written)
          : type
      }
    }
  }

  #member(of: ResolvedDeclaration, name: string, node: NamedReference): Type {
    const value = of.kind === 'enum' ? this.constants.enumMembers(of).get(name) : undefined
    return value === undefined
      ? this.refuse(node, `there is no member "${name}"`, 'correct the name')
      : { kind: 'enum', values: [value] }
  }

  #declared(
    { declaration, typeOnly }: Extract<ResolvedName, { kind: 'declaration' }>,
    node: NamedReference,
    written: string,
  ): Type {
    switch (declaration.kind) {
      case 'typeParameter':
        return declaration.type
      case 'alias':
      case 'interface':
        return this.#named(declaration, node)
      case 'enum':
        return this.within(declaration.scope).#enum(declaration)
      case 'class':
        return this.classType(declaration, typeOnly, node, written)
      default:
        return this.refuse(node, 'it is not a type', 'name a class, an interface or an alias')
    }
  }

  #enum(declaration: EnumDeclaration): Type {
    const values = this.constants.enumMembers(declaration)
    const members = declaration.parts.flatMap(({ body }) => body.members)
    const computed = members.find((member) => !values.has(enumMemberName(member)))
    if (computed) {
      return this.refuse(
        computed,
        'the value of the enum member is computed at run time',
        'write a literal',
      )
    }
    const type = { kind: 'enum', name: declaration.node.id.name } as const
    const exported = exportOf(declaration)
    if (!exported.at) return { ...type, values: [...new Set(values.values())] }
    // If several members have the same value, the name of the first one is used.
    const names = new Map([...values].toReversed().map(([name, value]) => [value, name]))
    const distinct = [...new Set(values.values())]
    return {
      ...type,
      ...exported,
      values: distinct,
      names: distinct.map((value) => names.get(value) as string),
    }
  }

  #fromPackage(
    { specifier, name, hasValues }: Extract<ResolvedName, { kind: 'package' }>,
    node: NamedReference,
    written: string,
  ): Type {
    const known = packageType(specifier, name)
    if (known) return known
    const typeArguments = node.typeArguments?.params.map((type) => this.describe(type))
    const isForeign = isInstalled(this.scope.file)
    const value = hasValues && !isForeign ? this.references.toPackage(specifier, name) : 'undefined'
    return {
      kind: 'class',
      name: name === 'default' ? written : name.slice(name.lastIndexOf('.') + 1),
      class: valueReference(value),
      ...(typeArguments && { typeArguments }),
    }
  }

  /** Describes an alias or interface. */
  #named(declaration: NamedDeclaration, node: NamedReference): Type {
    const { typeParameters } = declaration.node
    const args = this.typeArgumentsOf(typeParameters, node, declaration.scope)
    const typeArguments = this.enclosing.numberOf(args)
    const same = this.enclosing.recurse(
      (entry) => entry.declaration === declaration && entry.typeArguments === typeArguments,
    )
    if (same) return { kind: 'recursive', name: same.name }
    if (this.enclosing.count(declaration) > 4) {
      this.enclosing.dependOn((entry) => entry.declaration === declaration)
      return this.#refuseInfinite(node)
    }
    const written = node.typeArguments ? textOf(node.typeArguments, this.scope.file.text) : ''
    const entry: EnclosingType = {
      declaration,
      typeArguments,
      name: instanceName(declaration, args) ?? declaration.node.id.name + written,
      isRecursive: false,
      size: this.#entersPackage(declaration) ? { types: 0 } : undefined,
    }
    const scope = args.length > 0 ? this.scope : undefined
    return this.enclosing.cached(entry, scope, () => {
      const type = this.enclosing.within(entry, () => this.#unfold(declaration, args))
      const branded = withBrand(type, declaration, args)
      const named = entry.isRecursive ? withSelfReference(branded, entry.name) : branded
      return named ? withName(named, declaration, args, entry) : this.#refuseInfinite(node)
    })
  }

  #unfold(declaration: NamedDeclaration, args: readonly Type[]): Type {
    if (declaration.kind === 'interface') return this.#interface(declaration, args)
    const { node, scope } = declaration
    return this.within(withArguments(scope, node.typeParameters, args)).describe(
      node.typeAnnotation,
    )
  }

  /** True if the declaration is in an installed package but the reference is not. */
  #entersPackage({ scope: { file } }: NamedDeclaration): boolean {
    return isInstalled(file) && !this.enclosing.size
  }

  /** Rejects a type. A type from a package is either completely data or not at all, so the rest of it is skipped. */
  override refuse(node: Span, reason: string, remedy: string): Unreadable {
    const foreign = this.enclosing.size
    if (foreign) foreign.types = maxTypes
    return super.refuse(node, reason, remedy)
  }

  #refuseInfinite(node: Span): Type {
    return this.refuse(
      node,
      'the type contains itself without end',
      'refer to it only inside a list or an object, with the same type arguments, or write unknown',
    )
  }

  #interface(
    { node, parts, scope }: Extract<ResolvedDeclaration, { kind: 'interface' }>,
    args: readonly Type[],
  ): Type {
    const types = parts.flatMap((part) => {
      const reader = this.within(withArguments(scope, part.typeParameters, args))
      const parents = part.extends.map((parent) => reader.#parent(parent))
      return [...parents, reader.object(part.body.body)]
    })
    const [first] = types
    if (first && types.length === 1) return first
    const properties = new Map<string, Property>()
    for (const type of types) {
      if (type.kind === 'unreadable') return type
      if (type.kind !== 'object') return this.within(scope).mixedMembers(node)
      for (const property of propertiesOf(type)) properties.set(property.name, property)
    }
    return { kind: 'object', properties: [...properties.values()] }
  }

  #parent(parent: TSInterfaceDeclaration['extends'][number]): Type {
    const typeName = toTypeName(parent.expression)
    const type = typeName && this.#reference({ ...parent, type: 'TSTypeReference', typeName })
    if (type?.kind === 'object' || type?.kind === 'unreadable') return type
    return this.refuse(
      parent,
      'an interface can only extend object types',
      'write the properties in the interface, or use the class itself',
    )
  }
}

function isInstalled({ path }: { readonly path: string }): boolean {
  return /[\\/]node_modules[\\/]/.test(path)
}
