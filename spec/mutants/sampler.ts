import { CheckStatus, type CheckResult, type Checker } from '@stryker-mutator/api/check'
import type { Mutant } from '@stryker-mutator/api/core'
import { PluginKind } from '@stryker-mutator/api/plugin'
import { isSampled } from './sample.ts'

/** Stryker has no sample: mutants that are not sampled count as such that do not compile. */
class Sampler implements Checker {
  async init(): Promise<void> {}

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const { FW_MUTANTS_SEED: seed = '', FW_MUTANTS_SHARE: share = '1' } = process.env
    const results = mutants.map((mutant) => [mutant.id, toResult(mutant)] as const)
    return Object.fromEntries(results)

    function toResult(mutant: Mutant): CheckResult {
      return isSampled(mutant, seed, Number(share))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not sampled' }
    }
  }

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [
  { kind: PluginKind.Checker, name: 'sampler', injectableClass: Sampler },
]
