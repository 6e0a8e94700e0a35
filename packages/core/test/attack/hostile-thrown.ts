import { HttpError, ValidationFailed } from '@fw/core'
import { McpError } from '@fw/core/mcp'

/** Thrown values that harm code which inspects them. */
export interface HostileThrown {
  /** Describes the value: printing the value itself may throw. */
  readonly label: string
  readonly value: unknown
}

/**
 * Returns the thrown value for a number: the same for the same number, created again with each
 * call. Numbers up to 10⁹ give different values; the first ones, up to `plainHostileThrown`, are
 * the values that are not errors, each once.
 */
export function hostileThrown(seed: number): HostileThrown {
  const plain = plainValues[seed]
  if (plain) return { label: plain[0], value: plain[1]() }
  const pick = picker(seed)
  return pick(10) === 0 ? of(pick, plainValues) : spoiltError(pick)
}

type Pick = (count: number) => number
type Named<T> = readonly [label: string, create: () => T]

/** A small congruential generator: numbers from 0 up to a count, in an order that the seed decides. */
function picker(seed: number): Pick {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

function of<T>(pick: Pick, choices: readonly Named<T>[]): { label: string; value: T } {
  const [label, create] = choices[pick(choices.length)] as Named<T>
  return { label, value: create() }
}

function refuse(): never {
  throw new Error('It is not to be looked at.')
}

function everyTrap(): ProxyHandler<object> {
  return new Proxy({}, { get: () => refuse })
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

function cycle(): object {
  const made: Record<string, unknown> = {}
  made['itself'] = made
  return made
}

function rejected(): Promise<never> {
  const promise = Promise.reject(new Error('It was thrown itself.'))
  promise.catch(() => {})
  return promise
}

// Spelt in a way that no linter takes for a mistake.
const thenable = ['th', 'en'].join('')

const plainValues: readonly Named<unknown>[] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['false', () => false],
  ['NaN', () => NaN],
  ['a bigint', () => 12345678901234567890n],
  ['a symbol', () => Symbol('thrown')],
  ['an empty text', () => ''],
  ['a text', () => 'out of paper'],
  ['a text with NUL', () => 'out\0of paper'],
  ['a text with half a character', () => 'out \ud83d of paper'],
  ['a long text', () => 'paper '.repeat(50_000)],
  ['a function', () => refuse],
  ['a class', () => class Thrown {}],
  ['a list', () => ['out', 'of', 'paper']],
  ['an object', () => ({ message: 'out of paper', code: 7 })],
  ['an object in itself', cycle],
  ['an object without a prototype', () => Object.create(null) as unknown],
  ['a frozen object', () => Object.freeze({ message: 'out of paper' })],
  ['a throwing toString', () => ({ toString: refuse, valueOf: refuse })],
  ['a throwing toPrimitive', () => ({ [Symbol.toPrimitive]: refuse })],
  ['a throwing toJSON', () => ({ message: 'out of paper', toJSON: refuse })],
  ['a throwing inspect', () => ({ [Symbol.for('nodejs.util.inspect.custom')]: refuse })],
  ['a toString that gives an object', () => ({ toString: () => ({}) })],
  ['a throwing getter', () => Object.defineProperty({}, 'message', { get: refuse })],
  ['a throwing tag', () => Object.defineProperty({}, Symbol.toStringTag, { get: refuse })],
  ['a throwing constructor', () => Object.defineProperty({}, 'constructor', { get: refuse })],
  ['a throwing then', () => Object.defineProperty({}, thenable, { get: refuse })],
  ['a then that settles nothing', () => ({ [thenable]() {} })],
  ['a rejected promise', rejected],
  ['a revoked proxy', () => revoked({})],
  ['a revoked proxy of an error', () => revoked(new Error('out of paper'))],
  ['a revoked function', () => revoked(refuse)],
  ['a throwing getPrototypeOf', () => new Proxy({}, { getPrototypeOf: refuse })],
  ['a proxy that refuses everything', () => new Proxy({}, everyTrap())],
  ['an error that refuses everything', () => new Proxy(new HttpError(409, 'taken'), everyTrap())],
  ['an object of a refusing prototype', () => Object.create(new Proxy({}, everyTrap())) as unknown],
]

/** The count of numbers, from 0 on, that map to values that are not errors. */
export const plainHostileThrown = plainValues.length

const errors: readonly Named<object>[] = [
  ['Error', () => new Error('out of paper')],
  ['TypeError', () => new TypeError('out of paper')],
  ['AggregateError', () => new AggregateError([revoked({}), new Error('one')], 'out of paper')],
  ['DOMException', () => new DOMException('out of paper', 'AbortError')],
  ['HttpError', () => new HttpError(409, 'out of paper')],
  ['ValidationFailed', () => new ValidationFailed({ paper: ['must be there.'] })],
  ['McpError', () => new McpError('out of paper')],
  ['error without a constructor', () => Object.create(Error.prototype) as object],
]

const names = ['message', 'name', 'stack', 'cause', 'status', 'errors', 'code', 'constructor']
const keys = [...names, 'toString', 'toJSON', thenable, Symbol.toStringTag, Symbol.toPrimitive]

function spoiltError(pick: Pick): HostileThrown {
  const { label, value } = of(pick, errors)
  const changes: string[] = []
  for (let count = pick(3); count >= 0; count -= 1) {
    const key = keys[pick(keys.length)] as string | symbol
    changes.push(`${String(key)} ${spoil(value, key, pick)}`)
  }
  if (pick(8) === 0) {
    Object.setPrototypeOf(value, new Proxy({}, everyTrap()))
    changes.push('a refusing prototype')
  }
  if (pick(8) === 0) {
    Object.freeze(value)
    changes.push('frozen')
  }
  return { label: `${label} with ${changes.join(', ')}`, value }
}

/** Changes one property, and describes the change. */
function spoil(target: object, key: string | symbol, pick: Pick): string {
  const way = pick(4)
  if (way === 0) return define(target, key, { get: refuse }, 'throws')
  if (way === 1) {
    let reads = 0
    const once = () => (reads++ === 0 ? 'read once' : refuse())
    return define(target, key, { get: once }, 'throws when it is read again')
  }
  const { label, value } = of(pick, plainValues)
  return define(target, key, { value, enumerable: way === 2 }, `is ${label}`)
}

function define(
  target: object,
  key: string | symbol,
  property: PropertyDescriptor,
  what: string,
): string {
  Object.defineProperty(target, key, { configurable: true, ...property })
  return what
}
