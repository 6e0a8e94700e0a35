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

/**
 * Returns the status codes of the redirects and errors in the `return` statements of a method, if they are constant.
 */
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
 * Returns the expressions in `return` statements, one for each branch of a conditional expression, and undefined for
 * each `return` without a value.
 */
function returnedValues(node: Node): (Expression | undefined)[] {
  if (/Function|Class/.test(node.type)) return []
  if (node.type !== 'ReturnStatement') return childrenOf(node).flatMap(returnedValues)
  const { argument } = node as { argument?: Expression | null }
  return argument ? branchesOf(argument) : [undefined]
}

/** True if a JavaScript statement always returns or throws. False for loops and `switch`, which are not examined. */
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

function branchesOf(node: Expression): Expression[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [...branchesOf(node.consequent), ...branchesOf(node.alternate)]
    case 'LogicalExpression':
      return [...branchesOf(node.left), ...branchesOf(node.right)]
    case 'AwaitExpression':
      return branchesOf(node.argument)
    default:
      return [node]
  }
}

/** The index of the argument that is the status or contains it as an option, and the default status. */
interface Builder {
  readonly argumentIndex: number
  readonly isOption?: true
  readonly defaultStatus?: number
}

const builders: Readonly<Record<string, Builder>> = {
  'Reply.redirect': { argumentIndex: 1, isOption: true, defaultStatus: 302 },
  'Reply.error': { argumentIndex: 0 },
  'RedirectResponse.to': { argumentIndex: 1, defaultStatus: 302 },
  'ErrorResponse.create': { argumentIndex: 0 },
}

function statusOf(node: Expression | undefined, reader: TypeReader): number | undefined {
  if (node?.type !== 'CallExpression') return undefined
  const { callee, arguments: args } = node
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
  const argument = args[builder.argumentIndex]
  if (!argument) return builder.defaultStatus
  if (argument.type === 'SpreadElement') return undefined
  const expression = builder.isOption ? optionOf(argument, 'status') : argument
  if (expression === null) return builder.defaultStatus
  const status = expression && reader.constants.evaluate(expression, reader.scope)?.value
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
