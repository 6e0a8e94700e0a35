import { CheckStatus, type CheckResult, type Checker } from '@stryker-mutator/api/check'
import type { Mutant } from '@stryker-mutator/api/core'
import { PluginKind } from '@stryker-mutator/api/plugin'
import type { MutationTestingPlanReadyEvent, Reporter } from '@stryker-mutator/api/report'
import { rankOf } from './sample.ts'

const { FW_MUTANTS_SEED: seed = '', FW_MUTANTS_SHARE: share = '1' } = process.env

/** Stryker has no sample: mutants that are not sampled count as such that do not compile. */
class Sampler implements Checker {
  async init(): Promise<void> {}

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, toResult(mutant)]))
  }

  /** Those of a sample are checked, and so tried, one by one in random order, because the time may end before the sample. */
  async group(mutants: Mutant[]): Promise<string[][]> {
    const sample = mutants.filter(isSampled).toSorted((a, b) => rankOf(a, seed) - rankOf(b, seed))
    const others = mutants.filter((mutant) => !isSampled(mutant))
    return [...sample.map(({ id }) => [id]), others.map(({ id }) => id)]
  }
}

/**
 * Removes the tests of each mutant from the report. Stryker sends all mutants to the checker as one string, which would
 * be longer than V8 allows if there are thousands of mutants with hundreds of tests each.
 */
class TestRemover implements Reporter {
  onMutationTestingPlanReady({ mutantPlans }: MutationTestingPlanReadyEvent): void {
    for (const { mutant } of mutantPlans) delete mutant.coveredBy
  }
}

function toResult(mutant: Mutant): CheckResult {
  return isSampled(mutant)
    ? { status: CheckStatus.Passed }
    : { status: CheckStatus.CompileError, reason: 'not sampled' }
}

function isSampled(mutant: Mutant): boolean {
  return rankOf(mutant, seed) < Number(share)
}

export const strykerPlugins = [
  { kind: PluginKind.Checker, name: 'sampler', injectableClass: Sampler },
  { kind: PluginKind.Reporter, name: 'test-remover', injectableClass: TestRemover },
]
