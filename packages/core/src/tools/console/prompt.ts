import { constants } from 'node:os'
import type { Key } from 'node:readline'
import type * as clack from '@clack/prompts'
import { defaultBinding } from '../../base/container/binding.ts'
import { WrongUsage } from './errors.ts'
import { PromptCancelled, PromptsNotInstalled } from './prompt-errors.ts'

/** Options for a question. */
export interface PromptOptions {
  /** The option that can be passed instead if there is no terminal, such as `--yes`. It appears in errors. */
  readonly flag: string
}

/** Options for a question that is answered with text. */
export interface TextPromptOptions extends PromptOptions {
  /** Returns a message if the text is invalid, so that the question is repeated; undefined if it is valid. */
  readonly check?: (text: string) => string | undefined
}

/** One of the choices of a question. */
export interface Choice<Value extends string | number> {
  readonly value: Value
  /** The text that is shown. Default: the value. */
  readonly label?: string
  /** The hint after the label of the current choice. */
  readonly hint?: string
}

/**
 * Asks questions in the terminal, with `@clack/prompts`. Commands inject this class in their constructor. Without a
 * terminal, or when the input ends, each method rejects with `WrongUsage`, which names the option to pass. After Ctrl+C
 * or Esc, it rejects with `PromptCancelled`.
 */
export class Prompt {
  static readonly [defaultBinding] = (): Prompt => new Prompt()

  /** True if standard input and standard error are terminals. */
  get isInteractive(): boolean {
    return process.stdin.isTTY === true && process.stderr.isTTY === true
  }

  /** Asks for a line of text. Pressing only Enter returns `fallback`; without one, a value is required. */
  text(
    question: string,
    { flag, check, fallback }: TextPromptOptions & { readonly fallback?: string },
  ): Promise<string> {
    return this.#ask(flag, ({ text }, common) =>
      text({
        ...common,
        message: oneLine(question),
        ...(fallback !== undefined && { defaultValue: fallback, placeholder: oneLine(fallback) }),
        validate: (typed = '') => problemOf(typed === '' ? (fallback ?? '') : typed, check),
      }),
    )
  }

  /** Asks for a secret. The terminal does not show the input. */
  secret(question: string, { flag, check }: TextPromptOptions): Promise<string> {
    return this.#ask(flag, ({ password }, common) =>
      password({
        ...common,
        message: oneLine(question),
        validate: (typed = '') => problemOf(typed, check),
      }),
    )
  }

  /** Asks the user to select one of the choices. `initial` is preselected. */
  choice<Value extends string | number>(
    question: string,
    choices: readonly (Value | Choice<Value>)[],
    { flag, initial }: PromptOptions & { readonly initial?: Value },
  ): Promise<Value> {
    return this.#ask(flag, ({ select }, common) =>
      select<Value>({
        ...common,
        message: oneLine(question),
        options: choices.map(toOption) as clack.Option<Value>[],
        ...(initial !== undefined && { initialValue: initial }),
      }),
    )
  }

  /** Asks a yes/no question. Pressing only Enter returns `initial`, which is false by default. */
  confirm(
    question: string,
    { flag, initial = false }: PromptOptions & { readonly initial?: boolean },
  ): Promise<boolean> {
    return this.#ask(flag, ({ confirm }, common) =>
      confirm({ ...common, message: oneLine(question), initialValue: initial }),
    )
  }

  async #ask<T>(
    flag: string,
    ask: (
      library: typeof clack,
      common: clack.CommonOptions,
    ) => Promise<T | typeof clack.CANCEL_SYMBOL>,
  ): Promise<T> {
    if (!this.isInteractive) throw new WrongUsage([`${flag}: is required without a terminal.`])
    const library = await loadPrompts(flag)
    const end = watchEnd()
    try {
      const { stdin: input, stderr: output } = process
      const value = await ask(library, { input, output, signal: end.signal })
      if (library.isCancel(value)) throw errorOf(end.signal, flag)
      return value
    } finally {
      end.release()
    }
  }
}

/** Loads the package for questions, which is optional. Rejects with `PromptsNotInstalled`. */
async function loadPrompts(flag: string): Promise<typeof clack> {
  try {
    return await import('@clack/prompts')
  } catch (cause) {
    throw new PromptsNotInstalled(flag, cause)
  }
}

/** Replaces terminal control characters with spaces, because a question may contain text from other sources. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

function toOption<Value extends string | number>(choice: Value | Choice<Value>): Choice<Value> {
  if (typeof choice !== 'object') return toOption<Value>({ value: choice })
  const { value, label = String(value), hint } = choice
  return { value, label: oneLine(label), ...(hint !== undefined && { hint: oneLine(hint) }) }
}

function problemOf(text: string, check?: (text: string) => string | undefined) {
  return text === '' ? 'A value is required.' : check?.(text)
}

/** The abort reason after Ctrl+D, or after the terminal was closed. */
const endOfInput = 'end'

/**
 * Returns an `AbortSignal` that is aborted by a signal such as SIGTERM, or when the input ends. The library does not
 * handle these, and would leave the cursor hidden.
 */
function watchEnd(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  let isReleased = false
  const abort = (reason: string) => {
    if (!isReleased) controller.abort(reason)
  }
  const onEnd = () => abort(endOfInput)
  // Deferred, because other listeners are still being called with the key.
  const onKey = (_: unknown, { ctrl, name }: Key) => {
    if (ctrl && name === 'd') setImmediate(onEnd)
  }
  for (const name of signals) process.on(name, abort)
  process.stdin.on('end', onEnd).on('keypress', onKey)
  return {
    signal: controller.signal,
    release() {
      isReleased = true
      for (const name of signals) process.off(name, abort)
      process.stdin.off('end', onEnd).off('keypress', onKey)
    },
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function errorOf({ reason }: AbortSignal, flag: string): Error {
  if (reason === endOfInput)
    return new WrongUsage([
      `${flag}: the input has ended before the question was answered. Pass ${flag}.`,
    ])
  const name = signals.find((each) => each === reason) ?? 'SIGINT'
  return new PromptCancelled(128 + constants.signals[name])
}
