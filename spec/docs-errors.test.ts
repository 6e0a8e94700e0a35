import { expect, test } from 'vitest'
import { isSentence, textsOf, withOneGap } from './messages.ts'
import { filesOf } from './repository.ts'

const page = filesOf('packages/core/docs/errors.md')[0]?.text ?? ''
const [reader = ''] = /^## Types that cannot be read\n[^]*?^## /m.exec(page) ?? []
const sources = filesOf('packages/*/src/**/*.ts', 'packages/*/bin/*')
const shown = [...page.replace(reader, '').matchAll(/^- (?:.* )?`([^`\n]+)`$/gm)].map(
  ([, message = '']) => withGaps(message),
)

test('the index lists every error class', () => {
  const classes = sources.flatMap(({ text }) =>
    [...text.matchAll(/^export class (\w+) extends \w*Error\b/gm)].map(([, name = '']) => name),
  )
  // It becomes an error of JSON-RPC, and the index has its codes.
  const internal = ['MessageRefused']
  const unnamed = classes.filter((name) => !new RegExp(`^\\*\\*\`${name}\``, 'm').test(page))
  expect(unnamed).toEqual(internal)
})

test('every message of the index is in the sources', () => {
  const texts = new Set(['…', ...sources.flatMap(textsOf)])
  // One in quotes is in generated code.
  const isStale = (message: string) => !texts.has(message) && !texts.has(JSON.stringify(message))
  expect(shown.filter(isStale)).toEqual([])
})

test('every message of the sources is in the index', () => {
  const messages = sources.flatMap((source) =>
    isAboutSuccess(source.path) ? [] : textsOf(source).filter(isSentence),
  )
  const quoted = new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => withGaps(text)))
  const missing = new Set(messages.filter((message) => !quoted.has(message)))
  expect([...missing], 'Write them into packages/core/docs/errors.md.').toEqual(output)
})

test('every unreadable type is in the index, with its fix', () => {
  const rows = [...reader.matchAll(/^- `([^`\n]+)`: `([^`\n]+)`$/gm)].map(
    ([, reason = '', remedy]) => ({ form: toPattern(`${reason}. ${remedy}.`), isUsed: false }),
  )
  const refusals = filesOf('packages/transform/test/diagnostics/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/^\/\/ cannot read the type .*? at \S+:\d+:\d+: (.*)$/gm)].map(
      ([, refusal = '']) => refusal,
    ),
  )
  const missing = refusals.filter((refusal) => {
    const row = rows.find(({ form }) => form.test(refusal))
    if (row) row.isUsed = true
    return !row
  })
  expect({ missing, unused: rows.filter(({ isUsed }) => !isUsed) }).toEqual({
    missing: [],
    unused: [],
  })
})

test('a placeholder may have a name, and adjacent placeholders are merged', () => {
  expect(withGaps('No route matches <method> <path>. Write Record<string, T>.')).toBe(
    'No route matches …. Write Record<string, T>.',
  )
})

/** The index names what differs: `<path>`. */
function withGaps(message: string): string {
  return withOneGap(message.replaceAll(/<[a-z][a-z ]*>/g, '…'))
}

function toPattern(sentence: string): RegExp {
  const parts = sentence.split(/<[a-z]+>/).map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

/**
 * Output of commands, descriptions in documents, and rules whose messages are compared with those
 * of boot.
 */
function isAboutSuccess(path: string): boolean {
  return /lint\/src|console\/usage|development\/inspector\/development-|openapi\/(failures|responses)|query\/src\/builder\/paginator/.test(
    path,
  )
}

/** Sentences that are no messages of errors. */
const output = [
  '/docs and /openapi.json require authentication. Set FW_OPENAPI=public to open them, false to remove them, or true to hide this message.',
  'The value begins with "… ".',
  'Wrote the return type of ….',
  'Fix the code that causes this error.',
  'No problems found.',
  'Built … in ….',
  '…/… is out of date.',
  '… declares no return type, so the type of its data is unknown.',
  '… is up to date.',
  'Wrote … to ….',
  'Run the same command without --check.',
  'No database is configured. To use one, set DATABASE_URL.',
  '…Sessions: …. Rate limits: …. If src/bootstrap.ts registers another store, that one is used.',
  'The application has no routes.',
  'The application is ready.',
  'Restarted, ….',
  'Run "fw" for a list.',
  '… has changed, restarting.',
  'There is nothing to migrate.',
  'There is nothing to revert.',
  'Migrations recorded as done: ….',
  '… is accepted as it is now.',
  '… is complete.',
  'There are no migrations.',
  'Classes compared: …. Differences: ….',
  '… in … ms.',
  'No job has failed.',
  'Jobs to retry: ….',
  'There are no jobs.',
  'Cancelled: ….',
  'Failed jobs deleted: ….',
  'Paused: ….',
  'Resumed: ….',
  'Working on …; concurrent jobs: ….',
  'There are no schedules.',
  'Schedules: ….',
]
