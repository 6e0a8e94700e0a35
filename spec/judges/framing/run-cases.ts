import { ExcusedFailure, type CaseList } from '../judge.ts'
import { allCases } from './cases/all-cases.ts'
import { exchange } from './exchange.ts'
import { describeOutcome, faultOf } from './fault-of.ts'
import type { FramingCase } from './framing-case.ts'

/** An application of `fw`, and the same routes without `fw` on the same platform. */
export interface Contestants {
  readonly port: number
  readonly barePort: number
  /** The parser that reads requests before the application sees them, and a server that shows it. */
  readonly parser: string
}

/** Runs all cases. A fault is excused if the platform has it without `fw`, too. */
export async function runCases(
  cases: CaseList,
  contestants: Contestants,
  prefix = '',
): Promise<void> {
  const checks = Array.from(allCases, ([name, framingCase]) => ({
    name,
    checked: checkCase(framingCase, contestants).catch((error: unknown) => error),
  }))
  for (const { name, checked } of checks) {
    const error = await checked
    await cases.check(prefix + name, () => {
      if (error !== undefined) throw error
    })
  }
}

async function checkCase(framingCase: FramingCase, contestants: Contestants): Promise<void> {
  const outcome = await exchange(contestants.port, framingCase)
  const fault = faultOf(framingCase, outcome)
  if (fault === undefined) return
  if (framingCase.isVisible) throw new Error(fault)
  const bare = describeOutcome(await exchange(contestants.barePort, framingCase))
  if (bare !== describeOutcome(outcome)) throw new Error(`${fault}; without fw: ${bare}`)
  throw new ExcusedFailure(fault, `${fault}. ${contestants.parser} does the same without \`fw\`.`)
}
