import { existsSync, readFileSync } from 'node:fs'

const page = new URL('../../../docs/errors.md', import.meta.url)

/** Finds a message on the documentation page about errors, and returns the advice on how to fix the error. */
export function documentedRemedy(code: string, text: string): string {
  // Bundles do not include the page.
  entries ??= existsSync(page) ? readEntries(readFileSync(page, 'utf8')) : []
  const isOf = (entry: Entry) => entry.code === code || entry.length > minLength
  const matching = entries.filter((entry) => isOf(entry) && entry.matches(text))
  const [best] = matching.toSorted((one, other) => other.length - one.length)
  return best?.remedy ?? 'Fix the code that causes this error.'
}

/** The length above which a documented message is specific enough to match errors of other names. */
const minLength = 8

interface Entry {
  readonly code: string
  readonly length: number
  readonly remedy: string
  matches(text: string): boolean
}

let entries: readonly Entry[] | undefined

/** Reads the messages of each error, each with its explanation. */
function readEntries(text: string): Entry[] {
  return text.split(/^(?=\*\*`)/mu).flatMap((section) => {
    const code = /^\*\*`(\w+)`/u.exec(section)?.[1] ?? ''
    const messages = section.matchAll(/^- `(.+)`\n {2}(.+(?:\n {2}.+)*)/gmu)
    return Array.from(messages, ([, message = '', remedy = '']) => {
      const parts = message.split(/<[^<>]+>/u)
      return {
        code,
        length: parts.join('').length,
        remedy: toPlain(remedy),
        matches: createMatcher(parts),
      }
    })
  })
}

/** Returns a function that tests whether a string contains the parts in order. */
function createMatcher(parts: readonly string[]): Entry['matches'] {
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
