import type { BlockStatement, Expression, IfStatement, TryStatement } from 'oxc-parser'
import { toTypeName } from '../resolve/name-resolver.ts'
import type { TypeReader } from '../types/type-reader.ts'
import { childrenOf, type Node } from './find-classes.ts'

/** The statuses of the redirects and errors that a method builds in its `return` statements. */
export interface ReturnedReplies {
  readonly replies?: readonly number[] | undefined
  /** Whether it returns nothing else. */
  readonly repliesOnly?: true | undefined
}

/** What the statements of a method return. */
export function returnedReplies(body: Node, reader: TypeReader): ReturnedReplies {
  const statuses = returnedValues(body).map((value) => statusOf(value, reader))
  const known = statuses.filter((status) => status !== undefined)
  if (known.length === 0) return {}
  return {
    replies: [...new Set(known)],
    repliesOnly: (known.length === statuses.length && endsAlways(body)) || undefined,
  }
}

/** The values of the `return` statements, each branch of a choice by itself; undefined for a bare `return`. */
function returnedValues(node: Node): (Expression | undefined)[] {
  if (/Function|Class/.test(node.type)) return []
  if (node.type !== 'ReturnStatement') return childrenOf(node).flatMap(returnedValues)
  const { argument } = node as { argument?: Expression | null }
  return argument ? choices(argument) : [undefined]
}

/** Whether control never reaches the end of a statement. */
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

/** The position of the status among the arguments, and the status without one. */
const builders: Readonly<Record<string, readonly [position: number, otherwise?: number]>> = {
  'RedirectResponse.to': [1, 302],
  'ErrorResponse.create': [0],
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
  if (resolved?.kind !== 'package' || resolved.specifier !== 'fw') return undefined
  const builder = builders[resolved.name]
  if (!builder) return undefined
  const [position, otherwise] = builder
  const argument = given[position]
  if (!argument) return otherwise
  if (argument.type === 'SpreadElement') return undefined
  const status = reader.constants.evaluate(argument, reader.scope)?.value
  return typeof status === 'number' ? status : undefined
}
