import type { BindingPattern, Expression, ParamPattern, TSTypeAnnotation } from 'oxc-parser'
import { withoutUndefined, type Type } from '../described-type.ts'
import type { Constant } from './constants.ts'
import type { StructuralReader } from './structural-reader.ts'

/** The declaration of a parameter. */
export interface ParsedParameter {
  readonly binding: BindingPattern
  /** The name; empty for a destructured parameter. */
  readonly name: string
  readonly type: Type
  readonly optional: true | undefined
  /** The default value, if any; `value` is set only if it can be read from the source. */
  readonly default: Partial<Constant> | undefined
}

export function readParameter(node: ParamPattern, reader: StructuralReader): ParsedParameter {
  const { binding, name, annotation, initial } = partsOf(node)
  const constant = initial && reader.constants.evaluate(initial, reader.scope)
  const described = typeOf(binding, annotation, constant, reader)
  const { type, optional } = withoutUndefined(described)
  return {
    binding,
    name,
    type,
    optional: optional || binding.optional || undefined,
    default: initial && (constant ?? {}),
  }
}

/** Returns the name of a parameter; empty if it is destructured. */
export function parameterName(node: ParamPattern): string {
  return partsOf(node).name
}

interface Parts {
  readonly binding: BindingPattern
  readonly name: string
  readonly annotation: TSTypeAnnotation | null | undefined
  readonly initial: Expression | undefined
}

function partsOf(node: ParamPattern): Parts {
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

function typeOf(
  binding: BindingPattern,
  annotation: TSTypeAnnotation | null | undefined,
  constant: Constant | undefined,
  reader: StructuralReader,
): Type {
  if (binding.type !== 'Identifier') {
    const reason = 'a destructured parameter has no name'
    return reader.refuse(binding, reason, 'give the parameter a name')
  }
  if (annotation) return reader.describe(annotation.typeAnnotation)
  const kind = typeof constant?.value
  return kind === 'string' || kind === 'number' || kind === 'boolean'
    ? { kind }
    : reader.refuse(binding, 'the parameter has no type', 'declare its type')
}
