import '@fw/transform/register'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { measure, tableHead, tableRow } from '../measure.ts'
import { findMyWay, type Matcher, memoirist } from './contestants.ts'
import { cases, resources } from './routes.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    evidence: { type: 'boolean', default: false },
  },
})

const { fw } = await import('./fw.ts')
const matchers: Record<string, Matcher> = {
  fw: fw(),
  'find-my-way': findMyWay(),
  memoirist: memoirist(),
}
const lines: string[] = []

for (const [title, { path, parameters }] of Object.entries(cases)) {
  const paths = Array.from({ length: 2400 }, (_, index) => {
    return path(resources[(index * 7) % resources.length] as string, index)
  })
  for (const [name, { find, read }] of Object.entries(matchers)) {
    for (const path of paths) {
      const found = read(find(path) as never)
      const plain = found && { ...found }
      if (isDeepStrictEqual(plain, parameters)) continue
      throw new Error(`${name} finds ${JSON.stringify(plain)} for ${path} (${title}).`)
    }
  }
  const finds = Object.entries(matchers).map(([name, { find }]) => [name, find])
  const found = await measure<string>(Object.fromEntries(finds), {
    rounds: Number(options.rounds),
    createInputs: () => freshStrings(paths),
  })
  if (lines.length === 0) lines.push(tableHead('path', found))
  lines.push(tableRow(title, found))
}

const table = lines.join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('router', [
    'One lookup in a table of 300 routes, every path a string that no router has seen before, as those',
    'of a server are: median of the rounds and of their ratios, in brackets the middle half.',
    '',
    table,
  ])
}

/** Strings as they come from the network: flat, and without a hash computed earlier. */
function freshStrings(paths: string[]): string[] {
  const bytes = Buffer.from(paths.join(''), 'latin1')
  let start = 0
  return paths.map((path) => bytes.toString('latin1', start, (start += path.length)))
}
