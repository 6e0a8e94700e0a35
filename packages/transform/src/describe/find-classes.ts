import type { Class, Statement, TSTypeParameterDeclaration } from 'oxc-parser'
import { blockScope, fileScope, typeParameterScope, type Scope } from '../parse/scope.ts'
import type { SourceFile } from '../parse/source-file.ts'
import { unreadable } from '../types/unreadable.ts'

export interface ModuleClass {
  readonly node: Class
  /** The scope inside the class. */
  readonly scope: Scope
  /** The offset at which the class begins, including its decorators and `export`. */
  readonly start: number
}

/** Returns every class of a module that exists at run time, including nested ones. */
export function findClasses(file: SourceFile): ModuleClass[] {
  const classOffsets: number[] = []
  const { text } = file
  for (
    let offset = text.indexOf('class');
    offset !== -1;
    offset = text.indexOf('class', offset + 1)
  ) {
    classOffsets.push(offset)
  }
  const found: ModuleClass[] = []
  visit(file.program, fileScope(file), file.program.start)
  return found.toSorted((a, b) => a.node.body.end - b.node.body.end)

  function visit(node: Node, scope: Scope, start: number): void {
    if (!classOffsets.some((offset) => offset >= node.start && offset < node.end)) return
    if ('declare' in node && node.declare) return
    const inner = scopeInside(node, scope)
    if (isClass(node)) {
      const first = node.decorators[0]?.start ?? node.start
      found.push({ node, scope: inner, start: Math.min(start, first) })
    }
    for (const child of childrenOf(node)) {
      visit(child, inner, node.type.startsWith('Export') ? node.start : child.start)
    }
  }
}

/** A node of the syntax tree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (child): child is Node => typeof child === 'object' && child !== null && 'type' in child,
    )
}

function isClass(node: Node): node is Class {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
}

function scopeInside(node: Node, scope: Scope): Scope {
  if (isClass(node)) return classScope(node, scope)
  if (
    node.type === 'BlockStatement' ||
    node.type === 'StaticBlock' ||
    node.type === 'TSModuleBlock'
  ) {
    return blockScope(scope.file, (node as unknown as { body: Statement[] }).body, scope)
  }
  if (!/Function/.test(node.type)) return scope
  const { typeParameters } = node as { typeParameters?: TSTypeParameterDeclaration | null }
  return callTypeParameters(typeParameters, scope)
}

function classScope(node: Class, scope: Scope): Scope {
  const inner = blockScope(scope.file, [], scope)
  if (node.id) inner.types.set(node.id.name, { kind: 'class', node, scope })
  return typeParameterScope(inner, node.typeParameters, (name) => ({ kind: 'typeParameter', name }))
}

/** Returns the scope inside a function or method. Its type parameters differ between calls, so they cannot be read. */
export function callTypeParameters(
  declared: TSTypeParameterDeclaration | null | undefined,
  scope: Scope,
): Scope {
  return typeParameterScope(scope, declared, (name, index) =>
    unreadable(
      declared?.params[index] ?? scope.file.program,
      scope,
      `"${name}" is a type parameter, and each call can choose it`,
      'write a type that is the same for all calls',
    ),
  )
}
