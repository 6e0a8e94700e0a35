import { setTimeout as sleep } from 'node:timers/promises'
import type { MutantCoverage } from '@stryker-mutator/api/core'
import type { Reporter } from '@stryker-mutator/api/report'
import { type Injector, type PluginContext, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { strykerPlugins as plugins } from '@stryker-mutator/vitest-runner'

export const notTried = 'not tried'

/** The time that the last mutant may take after the end, in milliseconds. A mutant that no test notices takes the longest. */
const lastMutantTime = 60_000

/** The runner of Vitest, with the private results of its last run. */
interface VitestRunner extends TestRunner {
  readonly ctx: { readonly state: { getFiles(): readonly TestFile[] } }
}

interface TestFile {
  readonly filepath: string
  readonly meta: { readonly mutantCoverage?: Partial<MutantCoverage> }
}

/**
 * Creates the runner of Vitest, with two additions. From the first mutant, it tries mutants for some seconds, and no
 * others; the last one may take a minute longer. For each mutant, it runs all tests of the files that run this code.
 * Stryker would run all files if the code runs while a file is loaded, and otherwise only the tests that run the code.
 * But code that creates a plan runs in the first test that uses the plan, and often a later test of the file notices
 * the fault.
 */
function createTimedRunner(injector: Injector<PluginContext>): TestRunner {
  const [vitest] = plugins
  if (vitest === undefined) throw new Error('@stryker-mutator/vitest-runner has no test runner.')
  const runner = injector.injectFunction(vitest.factory) as VitestRunner
  const dryRun = runner.dryRun.bind(runner)
  const mutantRun = runner.mutantRun.bind(runner)
  // A process that Stryker starts later has no first run: it uses the tests that Stryker names.
  let testsOf: (mutant: string) => string[] | undefined = () => undefined
  let end: number | undefined
  runner.dryRun = async (options) => {
    const result = await dryRun(options)
    if (result.status === DryRunStatus.Complete) {
      testsOf = testsByMutant(runner.ctx.state.getFiles(), result.tests)
    }
    return result
  }
  runner.mutantRun = async (options) => {
    end ??= Number(process.env['FW_MUTANTS_END'] || endFromNow())
    const omitted = { status: MutantRunStatus.Error, errorMessage: notTried } as const
    const rest = end - Date.now()
    if (rest <= 0) return omitted
    const { activeMutant, testFilter = [] } = options
    const running = mutantRun({ ...options, testFilter: testsOf(activeMutant.id) ?? testFilter })
    if (rest === Infinity) return running
    return Promise.race([running, sleep(rest + lastMutantTime, omitted, { ref: false })])
  }
  return runner
}
createTimedRunner.inject = tokens('$injector')

/** Returns a function that returns the tests of all files that run a mutant, in a test or before. */
function testsByMutant(
  files: readonly TestFile[],
  allTests: readonly TestResult[],
): (mutant: string) => string[] {
  const covered = files.map(({ filepath, meta: { mutantCoverage } }) => {
    const { static: beforeTests = {}, perTest = {} } = mutantCoverage ?? {}
    const mutants = [beforeTests, ...Object.values(perTest)].flatMap((each) => Object.keys(each))
    const tests = allTests.filter(({ fileName }) => fileName === filepath)
    return { mutants: new Set(mutants), tests: tests.map(({ id }) => id) }
  })
  return (mutant) => covered.flatMap(({ mutants, tests }) => (mutants.has(mutant) ? tests : []))
}

/** Sets the end for the processes that Stryker starts later, after a mutant that did not end. */
class TimeLimit implements Reporter {
  onMutationTestingPlanReady(): void {
    process.env['FW_MUTANTS_END'] = String(endFromNow())
  }
}

function endFromNow(): number {
  return Date.now() + Number(process.env['FW_MUTANTS_SECONDS']) * 1000
}

export const strykerPlugins = [
  { kind: PluginKind.Reporter, name: 'time-limit', injectableClass: TimeLimit },
  { kind: PluginKind.TestRunner, name: 'timed', factory: createTimedRunner },
]
