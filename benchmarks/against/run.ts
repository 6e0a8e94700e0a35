import '@fw/transform/register'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { connections } from '../http/load.ts'
import { Checkout } from './checkout.ts'
import { compareQueries } from './queries.ts'
import { compareServers, programs } from './servers.ts'

const names = [...Object.keys(programs), 'query']

const usage = `The rows of other benchmarks, of this checkout and of an earlier commit, interleaved.

  npm run bench -- against <commit>

  --only http,query   tables (${names.join(', ')})
  --starts 4          how often every server is started
  --rounds 4          rounds of every row after each start
  --seconds 1         how long each server is asked in a round
  --evidence          write the tables to benchmarks/evidence
`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: names.join() },
    starts: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '1' },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [commit] = positionals

if (options.help || !commit) console.log(usage)
else await main(commit)

async function main(name: string): Promise<void> {
  const only = options.only.split(',')
  const [starts, rounds, seconds] = [options.starts, options.rounds, options.seconds].map(
    Number,
  ) as [number, number, number]
  const lines = [
    `Processor time of this checkout as a ratio to that of ${name}, and of ${name} to itself as the control.`,
    '',
  ]
  const before = Checkout.create(name)
  try {
    for (const [title, program] of Object.entries(programs)) {
      if (!only.includes(title)) continue
      const load = { starts, rounds, seconds, connections }
      add(`## ${title}`, '', ...(await compareServers(program, before.root, load)), '')
    }
    if (only.includes('query')) add('## query', '', ...(await compareQueries(before.root, 15)))
  } finally {
    before.remove()
  }
  if (options.evidence) writeEvidence(`against-${name}`, lines)

  function add(...more: string[]): void {
    console.log(more.join('\n'))
    lines.push(...more)
  }
}
