import '@fw/transform/register'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { measure, tableHead, tableRow } from '../measure.ts'
import { invalidOrder, invalidOrderErrors, validOrder } from '../orders/payloads.ts'

const { contestants, Refused } = await import('./contestants.ts')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    only: { type: 'string' },
    evidence: { type: 'boolean', default: false },
  },
})

const chosen = Object.fromEntries(
  Object.entries(contestants).filter(
    ([name], index) => index === 0 || (options.only?.split(',').includes(name) ?? true),
  ),
)
const valid = JSON.stringify(validOrder)
const invalid = JSON.stringify(invalidOrder)

for (const [name, read] of Object.entries(chosen)) {
  const order = read(JSON.parse(valid))
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(order)), validOrder)) {
    throw new Error(`${name} reads ${JSON.stringify(order)}.`)
  }
  const refused = read(JSON.parse(invalid))
  if (
    !(refused instanceof Refused) ||
    !isDeepStrictEqual({ ...refused.errors }, invalidOrderErrors)
  ) {
    throw new Error(`${name} says ${JSON.stringify(refused)} about an invalid order.`)
  }
}

const lines: string[] = []
for (const [title, text] of Object.entries({ valid, invalid })) {
  const found = await measure<unknown>(chosen, {
    rounds: Number(options.rounds),
    createInputs: () => Array.from({ length: 400 }, () => JSON.parse(text)),
  })
  if (lines.length === 0) lines.push(tableHead('order', found))
  lines.push(tableRow(title, found))
}

const table = lines.join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('validation', [
    'From parsed JSON to a checked order of classes (customer, five lines, e-mail, pattern, ranges), or to',
    'all of its errors in equal words: median of the rounds and of their ratios to the function written by',
    'hand, in brackets the middle half. typia is left out, because it needs a plugin of the compiler.',
    '',
    table,
  ])
}
