import type { Expression, TSImportTypeQualifier, TSTypeName } from 'oxc-parser'
import { keyName } from '../parse/class-members.ts'
import { exportsOf, type Export } from '../parse/module-exports.ts'
import { fileScope, lookup, type Declaration, type Scope } from '../parse/scope.ts'
import type { SourceFile } from '../parse/source-file.ts'
import type { Host, Resolution } from './host.ts'
import { missingExport, missingMember, missingModule, type MissingDeclaration } from './missing.ts'
import { isInvalidModule, readSourceFile } from './read-source-file.ts'

/** The declaration of a name, after following all imports. */
export type ResolvedName =
  | {
      readonly kind: 'declaration'
      readonly declaration: ResolvedDeclaration
      readonly typeOnly: boolean
      /** The package from which it was imported. */
      readonly via?: PackageExport
    }
  /** A dotted name inside a declaration that is not a module, such as a member of an enum. */
  | { readonly kind: 'member'; readonly of: ResolvedDeclaration; readonly name: string }
  | {
      readonly kind: 'module'
      readonly file: SourceFile
      readonly typeOnly: boolean
      /** The package that the module belongs to. */
      readonly via?: PackageExport
    }
  | PackageExport
  | MissingDeclaration

interface PackageExport {
  readonly kind: 'package'
  readonly specifier: string
  /** A dotted name inside the module; `*` for the module itself. */
  readonly name: string
  readonly hasValues: boolean
  /** The file that contains the import. */
  readonly from: SourceFile
}

export type ResolvedDeclaration = Exclude<Declaration, { kind: 'import' | 'importAlias' }>
type ImportAlias = Extract<Declaration, { kind: 'importAlias' }>

type Space = 'types' | 'values'
type SeenExports = ReadonlySet<string>

/** Follows names through the imports of a module to their declarations. */
export class NameResolver {
  readonly module: SourceFile
  readonly #host: Host
  /** The parsed files; undefined for a file that cannot be read. */
  readonly #files = new Map<string, SourceFile | undefined>()
  readonly #resolutions = new Map<string, Resolution | undefined>()
  /** The cached results for imported names, as types and as values. */
  readonly #imported = {
    types: new Map<Declaration, ResolvedName>(),
    values: new Map<Declaration, ResolvedName>(),
  }
  /** The aliases that are being followed. */
  readonly #followedAliases = new Set<ImportAlias>()

  constructor(module: SourceFile, host: Host) {
    this.module = module
    this.#host = host
  }

  /** Returns the paths of the other modules that were read. */
  get followed(): string[] {
    return [...this.#files.keys()]
  }

  /** Resolves a name. Returns undefined if the module neither declares nor imports it. */
  resolve(node: TSTypeName, space: Space, scope: Scope): ResolvedName | undefined {
    if (node.type === 'ThisExpression') return undefined
    if (node.type === 'Identifier') return this.#resolveLocal(node.name, space, scope)
    const left = this.resolve(node.left, space, scope)
    return left && this.#resolveMember(left, node.right.name, space)
  }

  /** Resolves an export of the module that a specifier in `from` refers to. */
  resolveExport(
    specifier: string,
    name: string,
    space: Space,
    from: SourceFile,
    seen: SeenExports = new Set(),
  ): ResolvedName {
    const resolution = this.#resolveImport(specifier, from)
    if (resolution?.kind === 'package') {
      const { hasValues, types } = resolution
      const via = { kind: 'package', specifier, name, hasValues, from } as const
      return (space === 'types' && types && this.#typeAt(types, via, seen)) || via
    }
    const file = resolution && this.#fileAt(resolution.path)
    if (!file) return missingModule(specifier, isInvalidModule(resolution?.path))
    if (name === '*') return { kind: 'module', file, typeOnly: false }
    return this.#exportOf(file, name, space, seen, specifier)
  }

  /** Resolves `import('…').A.B`. */
  resolveImportType(
    specifier: string,
    name: TSImportTypeQualifier,
    from: SourceFile,
  ): ResolvedName {
    if (name.type === 'Identifier') return this.resolveExport(specifier, name.name, 'types', from)
    const left = this.resolveImportType(specifier, name.left, from)
    return this.#resolveMember(left, name.right.name, 'types')
  }

  #typeAt(path: string, via: PackageExport, seen: SeenExports): ResolvedName | undefined {
    const file = via.name === '*' ? undefined : this.#fileAt(path)
    return file && this.#typeIn(file, via.name, via, seen)
  }

  /**
   * Returns a type that the declaration files of a package define completely; undefined for classes and values, which
   * are imported from the package itself.
   */
  #typeIn(
    file: SourceFile,
    name: string,
    via: PackageExport,
    seen?: SeenExports,
  ): ResolvedName | undefined {
    const found = this.#exportOf(file, name, 'types', seen ?? new Set())
    if (found.kind === 'package') return found.specifier === '@fw/core' ? found : undefined
    if (found.kind === 'module') return { ...found, typeOnly: true, via }
    if (found?.kind !== 'declaration' && found?.kind !== 'member') return undefined
    const { kind } = found.kind === 'member' ? found.of : found.declaration
    if (kind !== 'alias' && kind !== 'interface' && kind !== 'enum') return undefined
    return found.kind === 'declaration' ? { ...found, via, typeOnly: true } : found
  }

  #resolveLocal(
    name: string,
    space: Space,
    scope: Scope,
    seen?: SeenExports,
  ): ResolvedName | undefined {
    const declaration = lookup(name, space, scope)
    if (!declaration) return undefined
    if (declaration.kind === 'importAlias') return this.#resolveAlias(declaration, space)
    if (declaration.kind !== 'import') return { kind: 'declaration', declaration, typeOnly: false }
    // If modules re-export each other, the result depends on the path, so it is not cached.
    const known = seen ? undefined : this.#imported[space].get(declaration)
    if (known) return known
    const { specifier, typeOnly } = declaration
    const found = this.resolveExport(specifier, declaration.name, space, scope.file, seen)
    const resolved = typeOnly ? asTypeOnly(found) : found
    if (!seen) this.#imported[space].set(declaration, resolved)
    return resolved
  }

  #resolveAlias(alias: ImportAlias, space: Space): ResolvedName {
    if (this.#followedAliases.has(alias)) return missingMember
    this.#followedAliases.add(alias)
    const found = this.resolve(alias.of, space, alias.scope)
    this.#followedAliases.delete(alias)
    return found ?? missingMember
  }

  #resolveMember(owner: ResolvedName, name: string, space: Space): ResolvedName {
    if (owner.kind === 'module') {
      if (owner.via) {
        const via = { ...owner.via, name: `${owner.via.name}.${name}` }
        return (space === 'types' && this.#typeIn(owner.file, name, via)) || via
      }
      const found = this.#exportOf(owner.file, name, space, new Set())
      return owner.typeOnly ? asTypeOnly(found) : found
    }
    if (owner.kind === 'package') {
      if (owner.name === '*') return this.resolveExport(owner.specifier, name, space, owner.from)
      return { ...owner, name: `${owner.name}.${name}` }
    }
    if (owner.kind === 'member') return { ...owner, name: `${owner.name}.${name}` }
    if (owner.kind !== 'declaration') return owner
    const inner = namespaceOf(owner.declaration)?.[space].get(name)
    if (inner?.kind === 'importAlias') return this.#resolveAlias(inner, space)
    return inner && inner.kind !== 'import'
      ? { kind: 'declaration', declaration: inner, typeOnly: owner.typeOnly }
      : { kind: 'member', of: owner.declaration, name }
  }

  /**
   * Resolves an export of a file. `seen` contains the exports on the path to it, because modules may re-export each
   * other in a cycle.
   */
  #exportOf(
    file: SourceFile,
    name: string,
    space: Space,
    seen: SeenExports,
    specifier = file.label,
  ): ResolvedName {
    const key = `${name} ${file.path}`
    if (seen.has(key)) return missingExport(name, specifier)
    const next = new Set(seen).add(key)
    const { named, stars } = exportsOf(file)
    const exported = named.get(name)
    if (exported) {
      const found = this.#follow(exported, space, file, next)
      if (found) return exported.typeOnly ? asTypeOnly(found) : found
    } else if (name !== 'default') {
      for (const star of stars) {
        const found = this.resolveExport(star.specifier, name, space, file, next)
        if (found.kind !== 'missing') return star.typeOnly ? asTypeOnly(found) : found
        if (found.isInvalid) return found
      }
    }
    return missingExport(name, specifier)
  }

  #follow(
    exported: Export,
    space: Space,
    file: SourceFile,
    seen: SeenExports,
  ): ResolvedName | undefined {
    switch (exported.kind) {
      case 'anonymous':
        return {
          kind: 'declaration',
          declaration: exported.declaration as ResolvedDeclaration,
          typeOnly: false,
        }
      case 'from':
        return this.resolveExport(exported.specifier, exported.name, space, file, seen)
      case 'local':
        return this.#resolveLocal(exported.name, space, fileScope(file), seen)
    }
  }

  #resolveImport(specifier: string, from: SourceFile): Resolution | undefined {
    const key = `${specifier} ${from.path}`
    if (!this.#resolutions.has(key)) {
      this.#resolutions.set(key, this.#host.resolve(specifier, from.path))
    }
    return this.#resolutions.get(key)
  }

  #fileAt(path: string): SourceFile | undefined {
    if (path === this.module.path) return this.module
    if (!this.#files.has(path)) this.#files.set(path, readSourceFile(path, this.#host))
    return this.#files.get(path)
  }
}

/** Returns the scope of a namespace, or of a namespace that has the same name as a declaration. */
function namespaceOf(declaration: ResolvedDeclaration): Scope | undefined {
  if (declaration.kind === 'namespace') return declaration.scope
  const id = 'node' in declaration ? declaration.node.id : undefined
  return id && 'scope' in declaration ? declaration.scope.namespaces?.get(id.name) : undefined
}

/** Converts the expression `a.b` or `a['b']` to the corresponding type name. */
export function toTypeName(node: Expression): TSTypeName | undefined {
  if (node.type === 'Identifier') return node
  if (node.type !== 'MemberExpression') return undefined
  const left = toTypeName(node.object as Expression)
  const { computed, property, start, end } = node
  const name = computed && property.type === 'Identifier' ? undefined : keyName(property)
  if (!left || name === undefined) return undefined
  return {
    type: 'TSQualifiedName',
    left,
    right: { type: 'Identifier', name, start, end } as never,
    start,
    end,
  }
}

function asTypeOnly(found: ResolvedName): ResolvedName {
  return 'typeOnly' in found ? { ...found, typeOnly: true } : found
}
