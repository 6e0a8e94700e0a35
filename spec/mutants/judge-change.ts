import { execFileSync } from 'node:child_process'
import type { Outcome } from './mutate.ts'
import { testsOf } from './tests.ts'

const minScore = 0.7
/** A smaller sample says little about a change. */
const minTried = 10

export interface Change {
  /** The commit before the change. */
  readonly base: string
  /** Changes of other sources are not tried. */
  readonly folders: readonly string[]
  /** Default: the tests of the folders that changed. */
  readonly tests?: readonly string[]
  /** How long mutants are tried, in seconds. */
  readonly seconds: number
}

export interface Verdict {
  readonly passes: boolean
  readonly report: string
}

/** Tries faults in the files that changed since a commit. The change fails if tests notice too few of them. */
export async function judgeChange({ base, folders, tests, seconds }: Change): Promise<Verdict> {
  const sources = changedSources(base, folders)
  if (sources.length === 0) {
    return { passes: true, report: `Nothing to try: no source changed since ${base}.` }
  }
  // Stryker takes a second to load.
  const { mutate } = await import('./mutate.ts')
  const changed = folders.filter((folder) => sources.some((path) => path.startsWith(`${folder}/`)))
  const outcome = await mutate({
    sources,
    tests: tests ?? [...new Set(changed.flatMap(testsOf))],
    size: 60,
    seed: git('rev-parse', 'HEAD'),
    seconds,
  })
  return judge(outcome, base)
}

/** Decides whether tests noticed enough of the faults in the files that changed since a commit. */
export function judge(outcome: Outcome, base: string): Verdict {
  const { noticed, survived, notRun, score, survivors } = outcome
  const tried = noticed + survived + notRun
  const summary = `Tests noticed ${(score * 100).toFixed(0)} % of ${tried} faults in the files that changed since ${base}.`
  if (tried < minTried) {
    return {
      passes: true,
      report: `${summary} With fewer than ${minTried} faults, a change never fails.`,
    }
  }
  if (score >= minScore) return { passes: true, report: summary }
  const request = `${minScore * 100} % are required. Write tests that notice these:`
  return { passes: false, report: [`${summary} ${request}`, ...survivors].join('\n') }
}

function changedSources(base: string, folders: readonly string[]): string[] {
  const paths = git('diff', '--name-only', '--diff-filter=d', base, 'HEAD', '--', ...folders)
  return paths.split('\n').filter((path) => path.endsWith('.ts'))
}

/** Runs git, and returns its output. */
export function git(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe' }).trim()
}
