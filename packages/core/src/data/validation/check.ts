import { exactList } from '../../base/platform/exact-list.ts'
import { attribute, declaredAttributes } from '../../base/reflection/attribute.ts'
import { markedMethods } from '../../base/reflection/marked-methods.ts'
import { isReflectable } from '../../base/reflection/reflect.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import { fold } from '../../base/reflection/type-tree.ts'
import { classesWithin } from './classes-within.ts'
import { InvalidCheck } from './errors.ts'

class CheckAttribute {
  readonly field: string | undefined

  constructor(field?: string) {
    this.field = field
  }
}

/**
 * Marks a method that validates the whole object after all its fields are valid. It returns an error message or null,
 * or a promise for one of them. Its parameters are services. The message is reported for `field`, or else for the
 * object itself.
 */
export const Check = attribute(CheckAttribute)

/** A method with `@Check` that validates the instances of its class. */
export interface CheckMethod {
  readonly class: Class
  readonly method: MethodReflection
  readonly field: string | undefined
  /** The method, as `Class.method`. */
  readonly name: string
  readonly call: (...services: unknown[]) => unknown
  /** True if the method takes no services and is not declared async. */
  readonly isStandalone: boolean
}

const checks = new WeakMap<Class, readonly CheckMethod[]>()

/** Returns the checks of a class and of its parents. Throws `InvalidCheck`. */
export function checksOf(target: Class): readonly CheckMethod[] {
  let found = checks.get(target)
  if (!found)
    checks.set(target, (found = exactList(isReflectable(target) ? readChecks(target) : [])))
  return found
}

/** Returns the checks of all classes that types refer to, directly or through fields. */
export function checksWithin(types: readonly TypeInfo[]): readonly CheckMethod[] {
  return exactList([...classesWithin(types)].flatMap(checksOf))
}

/** Returns a description of the checks, which a schema cannot express; empty without checks. */
export function describeChecks(checks: readonly CheckMethod[]): string {
  const names = new Set(checks.map(({ name }) => name))
  return names.size > 0 ? `Also checked by ${[...names].join(', ')}` : ''
}

function readChecks(target: Class): CheckMethod[] {
  const marked = markedMethods(target, isCheck, InvalidCheck)
  refuseMisplaced(target, new Set(marked.map(({ method }) => method.name)))
  return marked.map(({ reflection, method, use: { field }, owner }) => {
    const [first] = field?.split('.') ?? []
    if (first !== undefined && !reflection.parameters.some(({ name }) => name === first)) {
      const problem = `there is no field "${first}" to report under. Use the name of a constructor parameter.`
      throw new InvalidCheck(owner, method.at, problem)
    }
    refuseReturnType(owner, method)
    const call = (target.prototype as Record<string, CheckMethod['call']>)[method.name]
    if (!call)
      throw new InvalidCheck(
        owner,
        method.at,
        '@Check must be on a method of a class. Move it to one.',
      )
    const isAsync = call.constructor.name === 'AsyncFunction'
    const isStandalone = method.parameters.length === 0 && !isAsync
    return { class: target, method, field, name: owner, call, isStandalone }
  })
}

function isCheck(use: object): use is CheckAttribute {
  return use instanceof CheckAttribute
}

function refuseMisplaced(target: Class, methods: ReadonlySet<string>): void {
  for (const { type, member, position } of declaredAttributes(target)) {
    if (type !== CheckAttribute) continue
    if (position === undefined && methods.has(String(member))) continue
    const name = member === undefined ? target.name : `${target.name}.${String(member)}`
    throw new InvalidCheck(name, '', '@Check must be on a method of a class. Move it to one.')
  }
}

function refuseReturnType(owner: string, { returns, at }: MethodReflection): void {
  if (!returns || isMessageType(returns)) return
  const problem = `a check returns a message or null, but this one returns ${typeText(returns)}. Declare string | null.`
  throw new InvalidCheck(owner, at, problem)
}

function isMessageType(type: TypeInfo): boolean {
  return fold<boolean>(type, {
    enum: ({ values }) => values.every((value) => typeof value === 'string'),
    union: ({ members }) => members.every(isMessageType),
    other: ({ kind }) => messageKinds.has(kind),
  })
}

const messageKinds: ReadonlySet<TypeInfo['kind']> = new Set([
  'string',
  'null',
  'void',
  'unknown',
  'template',
  'unreadable',
])
