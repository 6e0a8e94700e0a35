import { spawn, spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { writeEvidence } from '../benchmarks/evidence.ts'
import { repositoryRoot } from './repository.ts'

/**
 * `npm run flakiness -- --runs 10` runs all tests ten times, next to processes that keep processors busy, and lists the
 * tests that failed. Run it in a separate clone: changed files would affect the results.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    busy: { type: 'string', default: '1' },
    evidence: { type: 'boolean', default: false },
  },
})
const runs = Number(options.runs)
const busy = Number(options.busy)

for (let count = 0; count < busy; count += 1) {
  // It ends with this process, however this one ends.
  const loop = `while (process.ppid === ${process.pid});`
  spawn(process.execPath, ['--eval', loop], { stdio: 'ignore' }).unref()
}

const rows = [
  `| run | passed | failed | skipped | minutes | load | failed tests |`,
  '|---|---|---|---|---|---|---|',
]
for (let run = 1; run <= runs; run += 1) {
  rows.push(runTests(run))
  console.log(rows.at(-1))
}
const lines = [`Next to ${busy} busy processes.`, '', ...rows]
if (options.evidence) writeEvidence('flakiness', lines)

function runTests(run: number): string {
  const start = performance.now()
  const { stdout, stderr, status } = spawnSync('npm', ['test'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
    maxBuffer: 1_000_000_000,
  })
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  const output = stripVTControlCharacters(stdout + stderr)
  const [, ...counts] = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(output) ?? []
  if (counts.length === 0) throw new Error(`npm test ended with ${status}:\n${output}`)
  const found = output.matchAll(/^ FAIL +(.*)$/gm)
  const failed = [...new Set([...found].map(([, name = '']) => name.trim()))]
  for (const each of failed) console.log(output.slice(output.indexOf(each)).slice(0, 3000))
  if (status !== 0 && failed.length === 0) {
    failed.push(`exit code ${status}`)
    console.log(output.slice(-10_000))
  }
  const load = loadavg()[1]?.toFixed(0)
  return `| ${[run, ...counts, minutes, load, failed.join('; ')].join(' | ')} |`
}
