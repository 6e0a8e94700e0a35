import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Instrumenter } from '@stryker-mutator/instrumenter'

export interface Choice {
  /** Its sources are mutated, one mutant after the other. */
  readonly folder: string
  /** The approximate number of mutants to try. */
  readonly size: number
  /** Another seed chooses other mutants. */
  readonly seed: string
  /** A glob. Default: the tests of the package that run in the process of Vitest. */
  readonly tests: string | undefined
}

export interface Outcome {
  /** The number of mutants in the folder. */
  readonly mutants: number
  /** Mutants of the sample for which a test failed, or did not end. */
  readonly noticed: number
  readonly survived: number
  /** Mutants in code that no test runs. */
  readonly notRun: number
  readonly minutes: number
  /** The mutants that survived or were not run: location and replacement. */
  readonly survivors: readonly string[]
}

/** Runs the tests of a folder against a sample of faults in its sources. */
export async function mutate({ folder, size, seed, tests }: Choice): Promise<Outcome> {
  const start = performance.now()
  const mutants = await countMutants(folder)
  Object.assign(process.env, {
    FW_MUTANTS_SEED: seed,
    FW_MUTANTS_SHARE: String(size / mutants),
    FW_MUTANTS_TESTS: tests ?? `${folder.split('/').slice(0, 2).join('/')}/test/**/*.test.ts`,
  })
  const all = await new Stryker({
    mutate: [`${folder}/**/*.ts`],
    testRunner: 'vitest',
    vitest: { configFile: 'spec/mutants/vitest.config.ts', related: false, pool: 'forks' },
    plugins: ['@stryker-mutator/vitest-runner', './spec/mutants/sampler.ts'],
    checkers: ['sampler'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: [],
    ignorePatterns: ['benchmarks', 'apps', 'coverage', 'packed'],
    disableTypeChecks: false,
    // Stryker would rewrite tsconfig.json by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    timeoutMS: 20_000,
    tempDirName: '.mutants',
  }).runMutationTest()
  const of = (...statuses: MutantResult['status'][]) =>
    all.filter(({ status }) => statuses.includes(status))
  return {
    mutants,
    noticed: of('Killed', 'Timeout', 'RuntimeError').length,
    survived: of('Survived').length,
    notRun: of('NoCoverage').length,
    minutes: (performance.now() - start) / 60_000,
    survivors: of('Survived', 'NoCoverage').map(describe),
  }
}

async function countMutants(folder: string): Promise<number> {
  const files = globSync(`${folder}/**/*.ts`).map((name) => ({
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
