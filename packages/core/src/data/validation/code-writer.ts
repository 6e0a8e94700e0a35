import { isCloudflareWorker } from '../../base/platform/cloudflare-worker.ts'
import type { Message } from './message.ts'
import { maxEntries } from './field-errors.ts'

/**
 * Returns a function that compiles itself when it is first called. A Cloudflare worker compiles it immediately, because
 * it may generate code only at startup.
 */
export function lazily<F extends (first: never, second: never, third: never) => unknown>(
  compile: () => F,
): F {
  let compiled = isCloudflareWorker ? compile() : undefined
  // Without rest parameters, because it runs for each validated value.
  const run = (first: never, second: never, third: never) =>
    (compiled ??= compile())(first, second, third)
  return run as F
}

/** Collects the values and variable names of generated code. */
export class CodeWriter {
  readonly #names = new Map<unknown, string>()
  readonly #root: string
  #variables = 0

  /** `root` is the key for errors about the value as a whole. */
  constructor(root = '') {
    this.#root = root
  }

  /** Makes `value` available to the generated code. Returns its variable name. */
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
   * Returns code that reports a validation message. `key` is an expression, and the message may be one, too. The key of
   * the root is empty. The generated function returns early if the maximum number of failures is exceeded.
   */
  fail(key: string, message: Message | string): string {
    const expression = typeof message === 'string' ? message : this.bind(message)
    const push = `errors.push(${this.ownKey(key)}, ${expression})`
    return `if (${push} > ${maxEntries}) return undefined;`
  }

  /** Returns the key for errors about the value at `key` as a whole. Both are expressions. */
  ownKey(key: string): string {
    return key || JSON.stringify(this.#root)
  }

  /** Returns the key of the property or element `part` of the value at `key`. All are expressions. */
  keyOf(key: string, part: string): string {
    return key === '' ? `String(${part})` : `${key} + '.' + ${part}`
  }

  compile<F>(parameters: string, body: string): F {
    const source = `"use strict"; return function (${parameters}) {\n${body}\n}`
    return new Function(...this.#names.values(), source)(...this.#names.keys()) as F
  }
}
