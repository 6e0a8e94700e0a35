import { readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { findJudges } from './find-judges.ts'
import { judgeBy, type Result } from './judge.ts'
import { writeReport } from './report.ts'

const judges = await findJudges()
const names = process.argv.slice(2)
const unknown = names.find((name) => !judges.some((judge) => judge.name === name))
if (unknown !== undefined) {
  console.error(
    `There is no judge ${unknown}. There are: ${judges.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
const results = new Map<string, Result>()
for (const judge of judges) {
  if (names.length > 0 && !names.includes(judge.name)) continue
  const start = performance.now()
  const result = await judgeBy(judge, true)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${judge.name}: ${result.passed} of ${result.cases} passed, ${seconds} s`)
  for (const [name, reason, failure] of result.excused) {
    console.log(`  excused: ${name}: ${reason} (${failure})`)
  }
  for (const problem of result.problems) console.error(`  FAILED: ${problem}`)
  if (judge.missing === undefined) results.set(judge.name, result)
  else process.exitCode = 1
}
const page = new URL('README.md', import.meta.url)
writeFileSync(page, writeReport(readFileSync(page, 'utf8'), judges, results))
if ([...results.values()].some(({ problems }) => problems.length > 0)) process.exitCode = 1
