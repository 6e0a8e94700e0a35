import { isCloudflareWorker } from '../../base/platform/cloudflare-worker.ts'
import type { Message } from './message.ts'
import { mostEntries } from './field-errors.ts'

/**
 * Passes `use` a function that calls `compile` at its first call, and then the compiled function, so that boot compiles
 * nothing that is never called. A Cloudflare worker compiles immediately, because it may generate code only while it
 * starts.
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

/** Collects the values and variable names of a generated function. */
export class CodeWriter {
  readonly #names = new Map<unknown, string>()
  readonly #root: string
  #variables = 0

  /** `root` is the key of failures that concern the value as a whole. */
  constructor(root = '') {
    this.#root = root
  }

  /** Makes `value` available to the generated code. Returns its name there. */
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
   * Returns code that reports a message under `key`, an expression. The message may be an expression, too. The key
   * of the root is empty. The code returns from the generated function if the maximum of failures is exceeded.
   */
  fail(key: string, message: Message | string): string {
    const expression = typeof message === 'string' ? message : this.bind(message)
    const push = `errors.push(${this.ownKey(key)}, ${expression})`
    return `if (${push} > ${mostEntries}) return undefined;`
  }

  /** Returns the key of failures that concern the value at `key` as a whole. Both are expressions. */
  ownKey(key: string): string {
    return key || JSON.stringify(this.#root)
  }

  /** Returns the key of a part of the value at `key`. All are expressions. */
  keyOf(key: string, part: string): string {
    return key === '' ? `String(${part})` : `${key} + '.' + ${part}`
  }

  compile<F>(parameters: string, body: string): F {
    const source = `"use strict"; return function (${parameters}) {\n${body}\n}`
    return new Function(...this.#names.values(), source)(...this.#names.keys()) as F
  }
}
