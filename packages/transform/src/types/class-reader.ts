import type { Span, TSTypeParameterDeclaration, TSTypeParameterInstantiation } from 'oxc-parser'
import {
  valueReference,
  shape,
  type ValueReference,
  type Shape,
  type Type,
  type Unreadable,
} from '../described-type.ts'
import { exportedConstant, exportedNameOf } from '../parse/module-exports.ts'
import { fileScope, typeParameterScope, type Scope } from '../parse/scope.ts'
import {
  toTypeName,
  type NameResolver,
  type ResolvedDeclaration,
  type ResolvedName,
} from '../resolve/name-resolver.ts'
import { classProperties, propertyNames, type ClassPart } from './class-properties.ts'
import type { ConstantEvaluator } from './constants.ts'
import type { EnclosingType, EnclosingTypes } from './enclosing.ts'
import type { References } from './references.ts'
import { StructuralReader } from './structural-reader.ts'

/** A reference to a type by its name. */
export interface NamedReference extends Span {
  readonly typeArguments: TSTypeParameterInstantiation | null
}

type ClassDeclaration = Extract<ResolvedDeclaration, { kind: 'class' }>
type TypeParameters = TSTypeParameterDeclaration | null | undefined

/** Describes classes, and types that are derived from their properties. */
export abstract class ClassReader extends StructuralReader {
  readonly references: References
  protected readonly enclosing: EnclosingTypes

  constructor(
    scope: Scope,
    names: NameResolver,
    constants: ConstantEvaluator,
    references: References,
    enclosing: EnclosingTypes,
  ) {
    super(scope, names, constants)
    this.references = references
    this.enclosing = enclosing
  }

  abstract override within(scope: Scope): ClassReader

  protected classType(
    declaration: ClassDeclaration,
    typeOnly: boolean,
    node: NamedReference,
    written: string,
  ): Type {
    const { node: declared, scope: declarationScope } = declaration
    const typeArguments = this.typeArgumentsOf(declared.typeParameters, node, declarationScope)
    const isAmbient = declared.declare || /\.d\.[cm]?ts$/.test(declarationScope.file.path)
    const reference = isAmbient
      ? valueReference('undefined')
      : this.scope.file === this.names.module && !typeOnly
        ? valueReference(written)
        : this.#referenceToClass(declaration, node)
    if (typeof reference !== 'string') return reference
    return {
      kind: 'class',
      name: declared.id?.name ?? written,
      class: reference,
      ...(typeArguments.length > 0 && { typeArguments }),
      ...(!isAmbient && { [shape]: this.#shapeOf(declaration, typeArguments, node) }),
    }
  }

  /** Returns a reference with which the module can use the class. */
  #referenceToClass(
    { node: declared, scope: declarationScope }: ClassDeclaration,
    node: Span,
  ): ValueReference | Unreadable {
    const { file } = declarationScope
    if (file === this.names.module && declarationScope === fileScope(file) && declared.id) {
      return valueReference(declared.id.name)
    }
    const exported = exportedNameOf(declared, file)
    return exported === undefined
      ? this.refuse(
          node,
          `${file.label} does not export the class ${declared.id?.name}`,
          'export it there',
        )
      : valueReference(this.references.toExport(file.path, exported))
  }

  /** Returns a reference with which the module can use a value. `written` is the value as the source contains it. */
  protected referenceToValue(
    resolved: ResolvedName,
    written: string,
    node: Span,
  ): ValueReference | Unreadable {
    switch (resolved.kind) {
      case 'package':
        return valueReference(this.references.toPackage(resolved.specifier, resolved.name))
      case 'declaration':
        return this.#referenceToConstant(resolved.declaration, resolved.typeOnly, written, node)
      case 'member': {
        const of = this.#referenceToConstant(resolved.of, false, written, node)
        if (typeof of !== 'string' || of === valueReference(written)) return of
        return valueReference(`${of.slice(1, -1)}.${resolved.name}`)
      }
      case 'missing':
        return this.refuse(node, resolved.reason, resolved.remedy)
      case 'module':
        return this.refuse(node, 'it is a module', 'name a schema that the module exports')
    }
  }

  #referenceToConstant(
    declaration: ResolvedDeclaration,
    typeOnly: boolean,
    written: string,
    node: Span,
  ): ValueReference | Unreadable {
    if (declaration.kind !== 'constant') {
      return this.refuse(node, `"${written}" is not a constant`, 'declare the schema with const')
    }
    const { file } = declaration.scope
    if (this.scope.file === this.names.module && !typeOnly) return valueReference(written)
    const [name] = [...fileScope(file).values].find(([, value]) => value === declaration) ?? []
    if (name !== undefined && file === this.names.module) return valueReference(name)
    const exported = name === undefined ? undefined : exportedConstant(name, file)
    return exported === undefined
      ? this.refuse(
          node,
          `${file.label} does not export the schema "${written}"`,
          'export it there',
        )
      : valueReference(this.references.toExport(file.path, exported))
  }

  #shapeOf(declaration: ClassDeclaration, args: readonly Type[], node: Span): Shape {
    const parts = () => this.#partsOf(declaration, args, node)
    return {
      names: () => propertyNames(parts() ?? []),
      toObject: (name, keep) => {
        const typeArguments = this.enclosing.numberOf(args)
        const isSame = (entry: EnclosingType) =>
          entry.declaration === declaration &&
          entry.typeArguments === typeArguments &&
          entry.name === name
        if (this.enclosing.recurse(isSame)) return { kind: 'recursive', name }
        const found = parts()
        if (!found) {
          return this.refuse(
            node,
            `the class that ${declaration.node.id?.name} extends is not in the source code`,
            'declare a class or an interface with the properties',
          )
        }
        const entry = { declaration, typeArguments, name, isRecursive: false }
        const properties = this.enclosing.within(entry, () => classProperties(found, keep))
        return { kind: 'object', properties, ...(entry.isRecursive && { name }) }
      },
    }
  }

  /** Returns a class and its parents, the topmost parent first; undefined if the source of one is not available. */
  #partsOf(
    declaration: ClassDeclaration,
    args: readonly Type[],
    node: Span,
  ): ClassPart[] | undefined {
    const { node: declared, scope } = declaration
    const reader = this.within(withArguments(scope, declared.typeParameters, args))
    const part = {
      node: declared,
      reader,
      reference: () => this.#referenceToClass(declaration, node),
    }
    const { superClass, superTypeArguments } = declared
    if (!superClass) return [part]
    const name = toTypeName(superClass)
    const found = name && this.names.resolve(name, 'values', scope)
    if (found?.kind !== 'declaration' || found.declaration.kind !== 'class') return undefined
    const written = { start: node.start, end: node.end, typeArguments: superTypeArguments ?? null }
    const { declaration: parent } = found
    const parentArgs = reader.typeArgumentsOf(parent.node.typeParameters, written, parent.scope)
    const outer = this.#partsOf(parent, parentArgs, node)
    return outer && [...outer, part]
  }

  /** Returns the type arguments of a reference. Missing ones get the declared defaults. */
  protected typeArgumentsOf(
    declared: TypeParameters,
    node: NamedReference,
    declarationScope: Scope,
  ): Type[] {
    const args: Type[] = []
    for (const [index, parameter] of (declared?.params ?? []).entries()) {
      const written = node.typeArguments?.params[index]
      const type = written
        ? this.describe(written)
        : parameter.default
          ? this.within(withArguments(declarationScope, declared, args)).describe(parameter.default)
          : this.refuse(node, 'its type argument is missing', 'add the type argument')
      args.push(type)
    }
    return args
  }
}

export function withArguments(
  scope: Scope,
  declared: TypeParameters,
  args: readonly Type[],
): Scope {
  return typeParameterScope(scope, declared, (_, index) => args[index] ?? { kind: 'unknown' })
}
