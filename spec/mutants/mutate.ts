import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { notTried } from './timed-runner.ts'

export interface Choice {
  /** These files are mutated, one mutant after the other. */
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  /** The approximate number of mutants to try. */
  readonly size: number
  /** Another seed chooses other mutants. */
  readonly seed: string
  /** After that time from the first mutant, no more are tried. Default: no limit. */
  readonly seconds?: number
}

export interface Outcome {
  /** The number of mutants in the sources. */
  readonly mutants: number
  /** Mutants of the sample for which a test failed, or did not end. */
  readonly noticed: number
  readonly survived: number
  /** Mutants in code that no test runs. */
  readonly notRun: number
  /** Mutants of the sample for which there was no time. */
  readonly notTried: number
  /** The part of the mutants that tests noticed, from 0 to 1. */
  readonly score: number
  readonly minutes: number
  /** The mutants that survived or were not run: location and replacement. */
  readonly survivors: readonly string[]
}

/** Runs tests against a sample of faults in sources. */
export async function mutate(choice: Choice): Promise<Outcome> {
  const { sources, tests, size, seed, seconds = Infinity } = choice
  const start = performance.now()
  const mutants = await countMutants(sources)
  Object.assign(process.env, {
    FW_MUTANTS_SEED: seed,
    FW_MUTANTS_SHARE: String(size / mutants),
    FW_MUTANTS_TESTS: tests.join(','),
    FW_MUTANTS_SECONDS: String(seconds),
    FW_MUTANTS_END: '',
  })
  const all = await new Stryker({
    mutate: [...sources],
    testRunner: 'timed',
    vitest: { configFile: 'spec/mutants/vitest.config.ts', related: false, pool: 'forks' },
    plugins: [
      '@stryker-mutator/vitest-runner',
      './spec/mutants/sampler.ts',
      './spec/mutants/timed-runner.ts',
    ],
    checkers: ['sampler'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['test-remover', 'time-limit'],
    ignorePatterns: ['benchmarks', 'apps', 'coverage', 'packed'],
    disableTypeChecks: false,
    // Stryker would rewrite tsconfig.json by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    timeoutMS: 20_000,
    // On a busy machine, the first run of all tests takes longer than the 5 minutes that Stryker allows.
    dryRunTimeoutMinutes: 60,
    tempDirName: '.mutants',
  }).runMutationTest()
  const of = (...statuses: MutantResult['status'][]) =>
    all.filter(({ status, statusReason }) => statuses.includes(status) && statusReason !== notTried)
  const counts = {
    noticed: of('Killed', 'Timeout', 'RuntimeError').length,
    survived: of('Survived').length,
    notRun: of('NoCoverage').length,
    notTried: all.filter(({ statusReason }) => statusReason === notTried).length,
  }
  return {
    mutants,
    ...counts,
    score: scoreOf(counts),
    minutes: (performance.now() - start) / 60_000,
    survivors: of('Survived', 'NoCoverage').map(describe).toSorted(),
  }
}

/** The share of noticed mutants among those that were tried, times the share of mutants in code that tests run. */
function scoreOf({
  noticed,
  survived,
  notRun,
  notTried,
}: Record<'noticed' | 'survived' | 'notRun' | 'notTried', number>): number {
  const tried = noticed + survived
  const run = tried + notTried
  return tried === 0 ? 0 : (noticed / tried) * (run / (run + notRun))
}

async function countMutants(sources: readonly string[]): Promise<number> {
  const files = sources.map((name) => ({
    name,
    content: readFileSync(name, 'utf8'),
    mutate: true,
  }))
  const silent = new Proxy({} as ConstructorParameters<typeof Instrumenter>[0], {
    get: () => () => false,
  })
  const { mutants } = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: true,
  })
  return mutants.length
}

function describe({ fileName, location, replacement, status }: MutantResult): string {
  const { line, column } = location.start
  const place = `${relative(process.cwd(), fileName)}:${line}:${column}`
  return `${status === 'Survived' ? 'survived' : 'not run'}: ${place} ${replacement}`
}
