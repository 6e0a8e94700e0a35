// Counts phrases that a reader has to translate: `node spec/prose/count.ts [--show]`.
import { readProse } from './prose.ts'
import type { Prose } from './prose.ts'

/** Openings of a comment that name no subject and no action. */
const bareOpening = /^(what|whether|where|who|whose|whom|how|of|as|which|that)\b(?!.*\?$)/i

/** Phrases by the rule that they break. Code in backticks is not searched. */
const phrases: Readonly<Record<string, RegExp>> = {
  'where for if': /\bwhere (there (is|are)|it|they|he|she|one|none|nothing|no|both|neither)\b/i,
  'verb of a person': new RegExp(
    /\b(tells?|told|telling|judges?|judged|judging|dress(es|ed|ing)?|lends?|lent|lending)\b/.source,
    'i',
  ),
  'to stand': /\b(stands?|stood|standing)\b(?! for\b)(?!-?by\b)/i,
  'to say, of code': /\b(says?|said) (so|it|that|which|what|where|how|nothing)\b/i,
  'is none': /\b(is|are|was|were|be) none\b/i,
  nobody: /\b(nobody|somebody|whoever|whosoever|anybody)\b/i,
  'to mend': /\bmend(s|ed|ing)?\b/i,
  'to word': /\bword(s|ed|ing)? (it|them|its|anew|by|for|an error)\b/i,
  'further in, further out': /\bfurther (in|out|inside|outside)\b(?! the)/i,
  anew: /\banew\b/i,
  beside: /\bbeside\b/i,
  'of its own': /\bof (its|your|their|his|our|my|one's) own\b/i,
  'for ever, at once': /\b(for ever|at once)\b/i,
  'private place': /\b(door|doors|room|rooms|floor|floors|house|houses)\b/i,
  'take away': /\b(takes?|taken|took|taking) (it |them )?away\b/i,
  'hand in': /\bhand(s|ed)? (it |them )?in\b/i,
  'least, most, of a limit': /\b(at the most|the least that|the most that)\b/i,
  soon: /\bsoon\b/i,
  trouble: /\btroubles?\b/i,
  passage: /\b(passages?|surroundings)\b/i,
  'inverted verb': /^(Refused|Allowed|Called|Kept|Given|Taken|Meant|Counted|Sent|Held) (is|are)\b/,
  'answer, noun':
    /\b(an|the|its|their|this|that|each|every|no|one|of|first|same|whole) answers?\b/i,
  'answers, verb': /\banswer(s|ed|ing)\b/i,
  'attribute, for decorator': /\battributes?\b/i,
  'text, for string': /\b(a|the|any|its|as|no|each|every|other|plain) texts?\b/i,
  'statement, for query': /\bstatements?\b/i,
}

const longestSentence = 30

const areas = new Map<string, { comments: number; bare: number; words: number; long: number }>()
const shown: string[] = []
for (const prose of readProse()) count(prose)
console.table(Object.fromEntries([...areas].toSorted()))
if (process.argv.includes('--show')) console.log(shown.join('\n'))

function count(prose: Prose): void {
  const area = areaOf(prose.at)
  const counts = areas.get(area) ?? { comments: 0, bare: 0, words: 0, long: 0 }
  areas.set(area, counts)
  const plain = withoutCode(prose.text)
  if (prose.kind === 'comment') {
    counts.comments++
    if (bareOpening.test(plain)) report('bare opening')
  }
  for (const [rule, pattern] of Object.entries(phrases)) {
    const match = pattern.exec(plain)
    if (match) report(rule)
  }
  if (prose.kind === 'paragraph' && sentencesOf(plain).some(isLong)) report('long sentence')

  function report(rule: string): void {
    if (rule === 'bare opening') counts.bare++
    else if (rule === 'long sentence') counts.long++
    else counts.words++
    shown.push(`${prose.at}  [${prose.kind}: ${rule}]  ${prose.text}`)
  }
}

function areaOf(at: string): string {
  const [first = '', second = ''] = at.split('/')
  return /:|\.md/.test(first + second) ? first.replace(/:.*/, '') : `${first}/${second}`
}

/** Code counts as one word. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '`…`').replaceAll(/\]\([^)]*\)/g, ']')
}

function sentencesOf(text: string): string[] {
  return text.startsWith('|') ? text.split(/\||(?<=[.!?:;]) /) : text.split(/(?<=[.!?:;]) /)
}

function isLong(sentence: string): boolean {
  return sentence.split(/\s+/).filter((word) => /\w|…/.test(word)).length > longestSentence
}
