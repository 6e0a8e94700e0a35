import type { BlockStatement, Expression, IfStatement, TryStatement } from 'oxc-parser'
import { keyName } from '../parse/class-members.ts'
import { toTypeName } from '../resolve/name-resolver.ts'
import type { TypeReader } from '../types/type-reader.ts'
import { childrenOf, type Node } from './find-classes.ts'

/** The status codes of the redirects and errors that a method creates in its `return` statements. */
export interface ReturnedReplies {
  readonly replies?: readonly number[] | undefined
  /** True if the method returns only redirects and errors. */
  readonly repliesOnly?: true | undefined
}

/** Returns the status codes that the `return` statements of a method can produce. */
export function returnedReplies(body: Node, reader: TypeReader): ReturnedReplies {
  const statuses = returnedValues(body).map((value) => statusOf(value, reader))
  const known = statuses.filter((status) => status !== undefined)
  if (known.length === 0) return {}
  return {
    replies: [...new Set(known)],
    repliesOnly: (known.length === statuses.length && endsAlways(body)) || undefined,
  }
}

/**
 * Returns the expressions in `return` statements, one for each branch of a conditional expression. For a `return`
 * without a value, undefined.
 */
function returnedValues(node: Node): (Expression | undefined)[] {
  if (/Function|Class/.test(node.type)) return []
  if (node.type !== 'ReturnStatement') return childrenOf(node).flatMap(returnedValues)
  const { argument } = node as { argument?: Expression | null }
  return argument ? choices(argument) : [undefined]
}

/** True if a JavaScript statement always returns or throws. */
function endsAlways(node: Node | undefined | null): boolean {
  switch (node?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true
    case 'BlockStatement':
      return endsAlways((node as BlockStatement).body.at(-1))
    case 'IfStatement': {
      const { consequent, alternate } = node as IfStatement
      return endsAlways(consequent) && endsAlways(alternate)
    }
    case 'TryStatement': {
      const { block, handler } = node as TryStatement
      return endsAlways(block) && (!handler || endsAlways(handler.body))
    }
    default:
      return false
  }
}

function choices(node: Expression): Expression[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [...choices(node.consequent), ...choices(node.alternate)]
    case 'LogicalExpression':
      return [...choices(node.left), ...choices(node.right)]
    case 'AwaitExpression':
      return choices(node.argument)
    default:
      return [node]
  }
}

/** The position of the argument that is the status or contains it as an option, and the default status. */
interface Builder {
  readonly position: number
  readonly isOption?: true
  readonly otherwise?: number
}

const builders: Readonly<Record<string, Builder>> = {
  'Reply.redirect': { position: 1, isOption: true, otherwise: 302 },
  'Reply.error': { position: 0 },
  'RedirectResponse.to': { position: 1, otherwise: 302 },
  'ErrorResponse.create': { position: 0 },
}

function statusOf(node: Expression | undefined, reader: TypeReader): number | undefined {
  if (node?.type !== 'CallExpression') return undefined
  const { callee, arguments: given } = node
  const isWithHeaders =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    /^with(?:out)?Headers?$/.test(callee.property.name)
  if (isWithHeaders) return statusOf(callee.object as Expression, reader)
  const name = toTypeName(callee)
  const resolved = name && reader.names.resolve(name, 'values', reader.scope)
  if (resolved?.kind !== 'package' || resolved.specifier !== '@fw/core') return undefined
  const builder = builders[resolved.name]
  if (!builder) return undefined
  const argument = given[builder.position]
  if (!argument) return builder.otherwise
  if (argument.type === 'SpreadElement') return undefined
  const written = builder.isOption ? optionOf(argument, 'status') : argument
  if (written === null) return builder.otherwise
  const status = written && reader.constants.evaluate(written, reader.scope)?.value
  return typeof status === 'number' ? status : undefined
}

/** Returns the value of an option: null if it is missing, undefined if the source does not show its value. */
function optionOf(options: Expression, name: string): Expression | null | undefined {
  if (options.type !== 'ObjectExpression') return undefined
  for (const property of options.properties) {
    if (property.type === 'SpreadElement' || property.computed) return undefined
    if (keyName(property.key) === name) return property.value
  }
  return null
}
