import { type Injector, type PluginContext, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { MutantRunStatus, type TestRunner } from '@stryker-mutator/api/test-runner'
import { strykerPlugins as plugins } from '@stryker-mutator/vitest-runner'

export const notTried = 'not tried'

/** Stryker has no time limit: from the first mutant, the runner of Vitest tries mutants for some seconds, and no others. */
function createTimedRunner(injector: Injector<PluginContext>): TestRunner {
  const [vitest] = plugins
  if (vitest === undefined) throw new Error('@stryker-mutator/vitest-runner has no test runner.')
  const runner = injector.injectFunction(vitest.factory) as TestRunner
  const mutantRun = runner.mutantRun.bind(runner)
  let end: number | undefined
  runner.mutantRun = async (options) => {
    end ??= Date.now() + Number(process.env['FW_MUTANTS_SECONDS']) * 1000
    return Date.now() < end
      ? mutantRun(options)
      : { status: MutantRunStatus.Error, errorMessage: notTried }
  }
  return runner
}
createTimedRunner.inject = tokens('$injector')

export const strykerPlugins = [
  { kind: PluginKind.TestRunner, name: 'timed', factory: createTimedRunner },
]
