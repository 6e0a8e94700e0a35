import { decode, encode } from '@jridgewell/sourcemap-codec'
import { parseSync, type Class, type ClassElement, type Statement } from 'oxc-parser'
import { isDecorated } from '../parse/class-members.ts'
import type { LoweredModule } from './lower.ts'

/** True if a class decorates a static member before an instance member. */
export function decoratesStaticFirst({ body }: Class): boolean {
  const decorated = body.body.filter(isDecorated).map(isStatic)
  return decorated.lastIndexOf(false) > decorated.indexOf(true) && decorated.includes(true)
}

function isStatic(member: ClassElement): boolean {
  return 'static' in member && member.static
}

/**
 * Moves the decorators of static members after the decorators of instance members, as the TypeScript compiler does.
 * oxc-transform keeps the source order. It writes each JavaScript statement on separate lines, so lines can be moved.
 */
export function orderDecorators({ code, map }: LoweredModule): LoweredModule {
  const order = lineOrder(code)
  const lines = code.split('\n')
  const mappings = decode(map.mappings)
  return {
    code: order.map((line) => lines[line] ?? '').join('\n'),
    map: { ...map, mappings: encode(order.map((line) => mappings[line] ?? [])) },
  }
}

function lineOrder(code: string): number[] {
  const lineOf = (offset: number) => code.slice(0, offset).split('\n').length - 1
  const order = Array.from(code.split('\n'), (_, line) => line)
  for (const statements of decorateCalls(parseSync('lowered.js', code).program)) {
    const [first] = statements
    if (!first) continue
    const lines = statements
      .toSorted((a, b) => Number(a.isStatic) - Number(b.isStatic))
      .flatMap(({ start, end }) => order.slice(lineOf(start), lineOf(end) + 1))
    order.splice(lineOf(first.start), lines.length, ...lines)
  }
  return order
}

interface DecorateCall {
  readonly target: string
  readonly isStatic: boolean
  readonly start: number
  readonly end: number
}

/** Returns the calls that apply member decorators, for each class. */
function decorateCalls(node: object): DecorateCall[][] {
  const found: DecorateCall[][] = []
  for (const child of Object.values(node)) {
    if (typeof child !== 'object' || child === null) continue
    found.push(...decorateCalls(child))
    if (!Array.isArray(child)) continue
    let run: DecorateCall[] = []
    for (const statement of child) {
      const call = toDecorateCall(statement)
      if (!call) continue
      if (run[0]?.target !== call.target) found.push((run = []))
      run.push(call)
    }
  }
  return found
}

/** Recognizes a call such as `_decorate([…], A.prototype, "member", null)`. */
function toDecorateCall(statement: Statement | null): DecorateCall | undefined {
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') {
    return undefined
  }
  const { callee, arguments: args } = statement.expression
  const target = args[1]
  if (callee.type !== 'Identifier' || !/^_decorate\d*$/.test(callee.name)) return undefined
  const { start, end } = statement
  if (target?.type === 'Identifier') return { target: target.name, isStatic: true, start, end }
  return target?.type === 'MemberExpression' && target.object.type === 'Identifier'
    ? { target: target.object.name, isStatic: false, start, end }
    : undefined
}
