import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../../benchmarks/evidence.ts'
import { mutate, type Outcome } from './mutate.ts'
import { testsOf } from './tests.ts'

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
    evidence: { type: 'boolean', default: false },
  },
})
const size = Number(options.sample)
const empty = folders.find((folder) => globSync(`${folder}/**/*.ts`).length === 0)
if (folders.length === 0 || empty !== undefined || !(size > 0)) {
  console.error(
    empty === undefined
      ? 'Usage: npm run mutants -- <folder>… [--sample 100] [--seed 1] [--tests <glob>] [--evidence]'
      : `${empty} has no .ts files. Name a folder from the root of the repository, such as packages/core/src/data.`,
  )
  process.exit(2)
}

const rows = ['| folder | mutants | sample | noticed | survived | not run | score | minutes |']
rows.push('|---|---|---|---|---|---|---|---|')
for (const folder of folders) {
  const sources = globSync(`${folder}/**/*.ts`)
  const tests = options.tests === undefined ? testsOf(folder) : [options.tests]
  const outcome = await mutate({ sources, tests, size, seed: options.seed })
  rows.push(row(folder, outcome))
  for (const survivor of outcome.survivors) console.log(survivor)
  console.log(rows.at(-1))
}
if (options.evidence) writeEvidence('mutants', rows)

function row(folder: string, outcome: Outcome): string {
  const { mutants, noticed, survived, notRun, score, minutes } = outcome
  const sample = noticed + survived + notRun
  const percent = `${(score * 100).toFixed(0)} %`
  return `| ${[folder, mutants, sample, noticed, survived, notRun, percent, minutes.toFixed(1)].join(' | ')} |`
}
