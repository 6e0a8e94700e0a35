import { isSentence, textsOf } from '../messages.ts'
import type { SourceFile } from '../repository.ts'
import { parseSource } from './parsed-source.ts'
import { titlesOf } from './test-titles.ts'

/** A phrase that readers have to translate, and the words to use in its place. */
interface Rule {
  readonly pattern: RegExp
  readonly instead: string
}

const openings = /^\*?\s*(?:What|Whether|Where|Who|Whose|How|Of|As)\b/

const words: readonly Rule[] = [
  {
    pattern: /\b(?:nobody|no one|somebody|whoever|whatever|whichever)\b/iu,
    instead: 'no caller, a caller, any',
  },
  { pattern: /\banew\b/iu, instead: 'again' },
  { pattern: /\bmend(?:s|ed|ing)?\b/iu, instead: 'to fix' },
  { pattern: /\bof (?:its|their|your|our|his) own\b/iu, instead: 'custom, separate, own' },
  { pattern: /\bfor ever\b/iu, instead: 'indefinitely' },
  { pattern: /\bfurther (?:in|out)\b/iu, instead: 'inner, outer' },
  {
    pattern:
      /\bwhere (?:there (?:is|are)|it (?:is|has|was)|nothing|none|no|one|they (?:are|have))\b/iu,
    instead: 'if',
  },
  { pattern: /\b(?:is|are|was|were|has|have) none\b/iu, instead: 'does not exist, has no' },
  {
    pattern:
      /\bstand(?:s|ing)? (?:around|in|at|on|above|below|before|behind|beside|between|for|alone|there|where|outside|next)\b/iu,
    instead: 'is',
  },
  {
    pattern: /\b(?:words?|worded|wording) (?:an|the|it|errors?|anew)\b/iu,
    instead: 'to format, to translate',
  },
  {
    pattern: /\b(?:dress(?:es|ed)?|lends?|lent|judged?|judges)\b/iu,
    instead: 'a verb for what the code does',
  },
  { pattern: /\b(?:hands?|handed|handing) (?:on|over|out|in)\b/iu, instead: 'to pass, to return' },
  {
    pattern: /\b(?:takes?|taken|took) (?:in|away|back)\b/iu,
    instead: 'to accept, to remove, to undo',
  },
  {
    pattern: /\bis told of\b|\btold (?:of|to|by)\b|\btells?\b/iu,
    instead: 'to report, to notify, to return',
  },
]

const nouns =
  /(?:\b(?:an?|the|its|this|that|each|every|no|any|one|such|whose|their|of|with|other|first|last|same|next) )/iu

/** A phrase to replace. */
export interface Finding {
  readonly at: string
  readonly found: string
  readonly instead: string
}

/** Comments of a source that open with a bare clause, for example "What is left". */
export function findBareOpenings(file: SourceFile): Finding[] {
  return commentsOf(file)
    .filter(({ what }) => what.startsWith('*') && openings.test(what))
    .map(({ what, at }) => ({ at, found: firstWords(what), instead: 'a verb or a noun phrase' }))
}

/**
 * Phrases of the dialect in comments and messages of a source, in titles of tests, or in the prose of
 * a page.
 */
export function findDialect(file: SourceFile, terms: readonly Rule[]): Finding[] {
  const rules = [...words, ...terms]
  return passagesIn(file).flatMap(({ what, at }) =>
    rules.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(what) ?? []
      return found === undefined ? [] : [{ at, found, instead }]
    }),
  )
}

/** The rules of a glossary: its tables have the columns term, meaning, and the words that it replaces. */
export function rulesOf({ text }: SourceFile): Rule[] {
  return [...text.matchAll(/^\| *([^|]+?) *\|[^|]*\| *([^|]+?) *\|$/gmu)].flatMap(
    ([, term = '', others = '']) =>
      /^-|^Not$/u.test(others)
        ? []
        : others.split(', ').map((other) => ({
            pattern: new RegExp(`${nouns.source}${other}s?\\b`, 'iu'),
            instead: term,
          })),
  )
}

function commentsOf(file: SourceFile) {
  return parseSource(file).comments
}

function passagesIn(file: SourceFile) {
  if (file.path.endsWith('.md')) return proseOf(file)
  return file.path.endsWith('.test.ts') ? titlesOf(file) : passagesOf(file)
}

function passagesOf(file: SourceFile) {
  const messages = textsOf(file)
    .filter(isSentence)
    .map((what) => ({ what, at: file.path }))
  return [...commentsOf(file), ...messages]
}

/** The lines of a page outside of code. */
function proseOf({ path, text }: SourceFile) {
  const prose = text
    .replaceAll(/^```[^]*?^```/gmu, (code) => code.replaceAll(/[^\n]/gu, ''))
    .replaceAll(/`[^`\n]*`/gu, '`…`')
  return prose.split('\n').map((what, index) => ({ what, at: `${path}:${index + 1}` }))
}

function firstWords(comment: string): string {
  return comment
    .replace(/^\*?\s*/u, '')
    .split(/\s+/u)
    .slice(0, 6)
    .join(' ')
}
