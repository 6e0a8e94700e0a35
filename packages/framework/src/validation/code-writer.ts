import { isCloudflareWorker } from '../platform/cloudflare-worker.ts'
import type { Message } from './message.ts'
import { mostEntries } from './field-errors.ts'

/**
 * Gives `use` a function that `compile` makes when it is first called, and then the compiled one: boot compiles
 * nothing that nobody calls. A Cloudflare worker compiles at once, because it may only generate code while it starts.
 */
export function lazily<F extends (first: never, second: never, third: never) => unknown>(
  compile: () => F,
  use: (run: F) => void,
): void {
  if (isCloudflareWorker) return use(compile())
  const first = (...values: readonly [never, never, never]) => {
    const compiled = compile()
    use(compiled)
    return compiled(...values)
  }
  use(first as F)
}

/** Collects the values and variable names of one generated function. */
export class CodeWriter {
  readonly #names = new Map<unknown, string>()
  readonly #root: string
  #variables = 0

  /** `root` is the key of failures that concern the value as a whole. */
  constructor(root = '') {
    this.#root = root
  }

  /** Makes `value` known to the generated code and returns its name there. */
  bind(value: unknown): string {
    let name = this.#names.get(value)
    if (!name) this.#names.set(value, (name = `c${this.#names.size}`))
    return name
  }

  variable(): string {
    this.#variables += 1
    return `v${this.#variables}`
  }

  /**
   * A statement that reports a message under `key`, an expression; the message may be one, too. The key of the root is empty.
   * It leaves the function when there are enough failures.
   */
  fail(key: string, message: Message | string): string {
    const told = typeof message === 'string' ? message : this.bind(message)
    const push = `errors.push(${this.ownKey(key)}, ${told})`
    return `if (${push} > ${mostEntries}) return undefined;`
  }

  /** The key of failures that concern the value at `key` as a whole; both are expressions. */
  ownKey(key: string): string {
    return key || JSON.stringify(this.#root)
  }

  /** The key of a part of the value at `key`; both are expressions. */
  keyOf(key: string, part: string): string {
    return key === '' ? `String(${part})` : `${key} + '.' + ${part}`
  }

  compile<F>(parameters: string, body: string): F {
    const source = `"use strict"; return function (${parameters}) {\n${body}\n}`
    return new Function(...this.#names.values(), source)(...this.#names.keys()) as F
  }
}
