import { existsSync, readFileSync } from 'node:fs'

const page = new URL('../../../docs/errors.md', import.meta.url)

/** Looks up how to fix an error, by its message, on the documentation page about errors. */
export function documentedRemedy(code: string, text: string): string {
  // Bundles do not include the page.
  entries ??= existsSync(page) ? readEntries(readFileSync(page, 'utf8')) : []
  const isOf = (entry: Entry) => entry.code === code || entry.length > minLength
  const fitting = entries.filter((entry) => isOf(entry) && entry.fits(text))
  const [best] = fitting.toSorted((one, other) => other.length - one.length)
  return best?.remedy ?? 'Fix the code that causes this error.'
}

/** The minimum length of a message that is specific enough to be found under another error. */
const minLength = 8

interface Entry {
  readonly code: string
  readonly length: number
  readonly remedy: string
  fits(text: string): boolean
}

let entries: readonly Entry[] | undefined

/** Reads the messages of each error, each with its explanation. */
function readEntries(text: string): Entry[] {
  return text.split(/^(?=\*\*`)/mu).flatMap((section) => {
    const code = /^\*\*`(\w+)`/u.exec(section)?.[1] ?? ''
    const messages = section.matchAll(/^- `(.+)`\n {2}(.+(?:\n {2}.+)*)/gmu)
    return Array.from(messages, ([, message = '', remedy = '']) => {
      const parts = message.split(/<[^<>]+>/u)
      return { code, length: parts.join('').length, remedy: toPlain(remedy), fits: fitting(parts) }
    })
  })
}

/** Returns a function that tests whether a string contains the parts in order. */
function fitting(parts: readonly string[]): Entry['fits'] {
  return (text) => {
    let from = 0
    for (const part of parts) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return true
  }
}

function toPlain(markdown: string): string {
  return markdown
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/gu, '$1')
    .replaceAll('`', '')
}
