import { emitKeypressEvents, type Key } from 'node:readline'
import { styleText } from 'node:util'
import { InvalidArguments } from './errors.ts'

/** A choice in a list. */
export interface Choice<Value> {
  readonly value: Value
  readonly name: string
  /** Description, which follows the name. */
  readonly text: string
}

/** Reads choices from the terminal, with the keys of the keyboard, until it is closed. */
export class Prompts {
  readonly #signal: AbortSignal
  readonly #pressed: Pressed[] = []
  #wake: () => void = () => {}

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort)
    emitKeypressEvents(process.stdin)
    process.stdin.on('keypress', this.#onKey).setRawMode(true).resume()
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
    process.stdin.off('keypress', this.#onKey).setRawMode(false).pause()
  }

  /** Reads a line. Enter alone returns the default. */
  text(question: string, fallback: string): Promise<string> {
    let typed = ''
    return this.#ask({
      lines: () => [`${title(question)} ${typed === '' ? dim(fallback) : typed}`],
      summary: () => `${title(question)} ${typed.trim() || fallback}`,
      press(key) {
        if (key.name === 'return') return { result: typed.trim() || fallback }
        if (key.name === 'backspace') typed = typed.slice(0, -1)
        else if (!key.ctrl && key.text >= ' ') typed += key.text
        return undefined
      },
    })
  }

  /** Selects one choice with the arrow keys. */
  one<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value> {
    let at = 0
    return this.#ask({
      lines: () => [
        `${title(question)} ${dim('↑ ↓, then Enter')}`,
        ...choices.map((choice, index) => lineOf(choices, choice, index === at, index === at)),
      ],
      summary: () => `${title(question)} ${choices[at]?.name}`,
      press(key) {
        at = move(at, key, choices.length)
        const choice = choices[at]
        return key.name === 'return' && choice ? { result: choice.value } : undefined
      },
    })
  }

  /** Selects any number of choices: the arrow keys move, the space bar selects. */
  many<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value[]> {
    let at = 0
    const selected = new Set<number>()
    const chosen = () => choices.filter((_, index) => selected.has(index))
    return this.#ask({
      lines: () => [
        `${title(question)} ${dim('↑ ↓ to move, Space to select, Enter when done')}`,
        ...choices.map((choice, index) =>
          lineOf(choices, choice, selected.has(index), index === at),
        ),
      ],
      summary: () =>
        `${title(question)} ${
          chosen()
            .map(({ name }) => name)
            .join(', ') || 'none'
        }`,
      press(key) {
        at = move(at, key, choices.length)
        if (key.name === 'space' && !selected.delete(at)) selected.add(at)
        if (key.name !== 'return') return undefined
        return { result: chosen().map(({ value }) => value) }
      },
    })
  }

  /** Draws a question again after each key, until one completes it. */
  async #ask<Result>({ lines, summary, press }: Question<Result>): Promise<Result> {
    let height = 1
    const draw = (next: readonly string[]) => {
      const up = height > 1 ? `\u001b[${height - 1}A` : ''
      process.stdout.write(`${up}\r\u001b[J${next.join('\n')}`)
      height = next.length
    }
    try {
      for (;;) {
        draw(lines())
        const done = press(await this.#nextKey())
        if (done === undefined) continue
        draw([summary()])
        return done.result
      }
    } finally {
      process.stdout.write('\n')
    }
  }

  async #nextKey(): Promise<Pressed> {
    for (;;) {
      this.#signal.throwIfAborted()
      const pressed = this.#pressed.shift()
      if (pressed?.ctrl && pressed.name === 'd') {
        throw new InvalidArguments('The input has ended. Use flags instead.')
      }
      if (pressed) return pressed
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  readonly #onKey = (text: string | undefined, key: Key) => {
    // While single keys are read, Ctrl+C raises no signal.
    if (key.ctrl && key.name === 'c') process.kill(process.pid, 'SIGINT')
    // A key that was pressed before keys were read one by one is "enter".
    const name = key.name === 'enter' ? 'return' : key.name
    this.#pressed.push({ text: text ?? '', name, ctrl: key.ctrl === true })
    this.#wake()
  }

  readonly #onAbort = () => this.#wake()
}

interface Pressed {
  readonly text: string
  readonly name: string | undefined
  readonly ctrl: boolean
}

interface Question<Result> {
  readonly lines: () => string[]
  /** The line that stays afterwards. */
  readonly summary: () => string
  /** Returns the result, or undefined if the question is still open. */
  readonly press: (key: Pressed) => { readonly result: Result } | undefined
}

function move(at: number, { name }: Pressed, count: number): number {
  if (name === 'up' || name === 'k') return (at + count - 1) % count
  return name === 'down' || name === 'j' ? (at + 1) % count : at
}

function lineOf<Value>(
  choices: readonly Choice<Value>[],
  { name, text }: Choice<Value>,
  isSelected: boolean,
  isCurrent: boolean,
): string {
  const width = Math.max(...choices.map((choice) => choice.name.length))
  const line = `${isCurrent ? '>' : ' '} ${isSelected ? '●' : '○'} ${name.padEnd(width)}`
  return `${isCurrent ? styleText('cyan', line) : line}  ${dim(text)}`
}

function title(question: string): string {
  return styleText('bold', question)
}

function dim(text: string): string {
  return styleText('dim', text)
}
