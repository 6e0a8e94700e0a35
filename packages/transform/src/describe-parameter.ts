import type { BindingPattern, Expression, ParamPattern, TSTypeAnnotation } from 'oxc-parser'
import { evaluate, type Constant } from './constant.ts'
import { withoutUndefined, type Type } from './described-type.ts'
import { docOf, type DocComment } from './doc-comment.ts'
import { readType } from './read-type.ts'
import type { Reading } from './reading.ts'
import type { Scope } from './scope.ts'
import { unreadable } from './unreadable.ts'

/** Describes the parameters of a constructor or method; `doc` is the comment on that. */
export function describeParameters(
  parameters: readonly ParamPattern[],
  doc: DocComment | undefined,
  scope: Scope,
  reading: Reading,
) {
  return parameters
    .map((node) => ({ node, ...parts(node) }))
    .filter(({ name }) => name !== 'this')
    .map(({ node, binding, name, annotation, initial }) => {
      const constant = initial && evaluate(initial, scope, reading)
      const read = parameterType(binding, annotation, constant, scope, reading)
      const { type, optional } = withoutUndefined(read)
      return {
        name,
        type,
        optional: optional || binding.optional || undefined,
        default: initial && (constant ?? {}),
        rest: node.type === 'RestElement' || undefined,
        property:
          node.type === 'TSParameterProperty' ? (node.accessibility ?? 'public') : undefined,
        at: scope.file.at(binding.start),
        doc: docOf(node, binding, scope.file)?.documentation ?? doc?.parameters.get(name),
      }
    })
}

interface Parts {
  readonly binding: BindingPattern
  /** Empty for a parameter that is taken apart. */
  readonly name: string
  readonly annotation: TSTypeAnnotation | null | undefined
  readonly initial: Expression | undefined
}

function parts(node: ParamPattern): Parts {
  const inner = node.type === 'TSParameterProperty' ? node.parameter : node
  const binding =
    inner.type === 'AssignmentPattern'
      ? inner.left
      : inner.type === 'RestElement'
        ? inner.argument
        : inner
  return {
    binding,
    name: binding.type === 'Identifier' ? binding.name : '',
    annotation: inner.type === 'RestElement' ? inner.typeAnnotation : binding.typeAnnotation,
    initial: inner.type === 'AssignmentPattern' ? inner.right : undefined,
  }
}

function parameterType(
  binding: BindingPattern,
  annotation: TSTypeAnnotation | null | undefined,
  constant: Constant | undefined,
  scope: Scope,
  reading: Reading,
): Type {
  if (binding.type !== 'Identifier') {
    return unreadable(
      binding,
      scope,
      'a parameter that is taken apart has no name',
      'name the parameter',
    )
  }
  if (annotation) return readType(annotation.typeAnnotation, scope, reading)
  const kind = typeof constant?.value
  return kind === 'string' || kind === 'number' || kind === 'boolean'
    ? { kind }
    : unreadable(binding, scope, 'the parameter has no type', 'declare its type')
}
