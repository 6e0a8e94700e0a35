import type { BlockStatement, Expression, IfStatement, TryStatement } from 'oxc-parser'
import { evaluate } from './constant.ts'
import { childrenOf, type Node } from './find-classes.ts'
import type { Reading } from './reading.ts'
import { resolveName } from './resolve-name.ts'
import type { Scope } from './scope.ts'
import { toTypeName } from './type-name.ts'

/** The statuses of the redirects and errors that a method returns, where they stand behind `return`. */
export interface ReturnedReplies {
  readonly replies?: readonly number[] | undefined
  /** Whether it returns nothing else. */
  readonly repliesOnly?: true | undefined
}

/** What the statements of a method return. */
export function returnedReplies(body: Node, scope: Scope, reading: Reading): ReturnedReplies {
  const statuses = returnedValues(body).map((value) => statusOf(value, scope, reading))
  const known = statuses.filter((status) => status !== undefined)
  if (known.length === 0) return {}
  return {
    replies: [...new Set(known)],
    repliesOnly: (known.length === statuses.length && endsAlways(body)) || undefined,
  }
}

/** The values behind `return`, each of a choice by itself; undefined for a bare `return`. */
function returnedValues(node: Node): (Expression | undefined)[] {
  if (/Function|Class/.test(node.type)) return []
  if (node.type !== 'ReturnStatement') return childrenOf(node).flatMap(returnedValues)
  const { argument } = node as { argument?: Expression | null }
  return argument ? choices(argument) : [undefined]
}

/** Whether a statement is never left at its end. */
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

/** Where the status stands among the arguments, and what it is without one. */
const builders: Readonly<Record<string, readonly [position: number, otherwise?: number]>> = {
  'RedirectResponse.to': [1, 302],
  'ErrorResponse.create': [0],
}

function statusOf(node: Expression | undefined, scope: Scope, reading: Reading) {
  if (node?.type !== 'CallExpression') return undefined
  const { callee, arguments: given } = node
  const isWithHeaders =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    /^with(?:out)?Headers?$/.test(callee.property.name)
  if (isWithHeaders) return statusOf(callee.object as Expression, scope, reading)
  const name = toTypeName(callee)
  const resolved = name && resolveName(name, 'values', scope, reading)
  if (resolved?.kind !== 'package' || resolved.specifier !== 'fw') return undefined
  const builder = builders[resolved.name]
  if (!builder) return undefined
  const [position, otherwise] = builder
  const argument = given[position]
  if (!argument) return otherwise
  if (argument.type === 'SpreadElement') return undefined
  const status = evaluate(argument, scope, reading)?.value
  return typeof status === 'number' ? status : undefined
}
