import { readFileSync } from 'node:fs'
import { ExcusedFailure, type CaseList } from '../judge.ts'
import { allCases } from './cases/all-cases.ts'
import { exchange } from './exchange.ts'
import { describeOutcome, describeResponses, faultOf } from './fault-of.ts'
import type { FramingCase } from './framing-case.ts'

/** An application of `fw`, and the same routes without `fw` on the same platform. */
export interface Contestants {
  readonly port: number
  readonly barePort: number
  /** The parser that reads requests before the application sees them, and a server that shows it. */
  readonly parser: string
  /** The name of the list in `excused` of the cases whose fault is that of the parser. Other cases have no excuse. */
  readonly excused: string
  /** True if a proxy is in front of both, whose connections are its own affair. */
  readonly isProxied?: boolean
}

/** How many connections are open at a time. By default nginx takes 512, and has two for each. */
const concurrency = 64

/** How often a fault is compared: a client may lose the last response when a server closes while it sends. */
const comparisons = 10

/** Runs all cases. A fault is excused if the list of the platform names it, and the platform has it without `fw`, too. */
export async function runCases(
  cases: CaseList,
  contestants: Contestants,
  prefix = '',
): Promise<void> {
  const errors = new Map<string, unknown>()
  const excused = readExcused(contestants.excused)
  const waiting = [...allCases]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, framingCase] = next
      await checkCase(framingCase, contestants, excused.has(name)).catch((error) =>
        errors.set(name, error),
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  for (const name of allCases.keys()) {
    await cases.check(prefix + name, () => {
      if (errors.has(name)) throw errors.get(name)
    })
  }
}

/** The names in the list of a platform. Throws if there is no such case. */
function readExcused(platform: string): ReadonlySet<string> {
  const list = new URL(`excused/${platform}.txt`, import.meta.url)
  const names = readFileSync(list, 'utf8').trimEnd().split('\n')
  const unknown = names.find((name) => !allCases.has(name))
  if (unknown !== undefined) throw new Error(`${list}: there is no case "${unknown}".`)
  return new Set(names)
}

async function checkCase(
  framingCase: FramingCase,
  { port, barePort, parser, excused, isProxied }: Contestants,
  isExcused: boolean,
): Promise<void> {
  const expected = isProxied ? ({ ...framingCase, connection: 'either' } as const) : framingCase
  const describe = isProxied ? describeResponses : describeOutcome
  const own = new Set<string>()
  const bare = new Set<string>()
  let fault: string | undefined
  for (let count = 0; count < comparisons; count += 1) {
    const outcome = await exchange(port, framingCase)
    fault = faultOf(expected, outcome)
    if (fault === undefined) return
    own.add(describe(outcome))
    bare.add(describe(await exchange(barePort, framingCase)))
    if (isExcused && [...own].every((outcome) => bare.has(outcome))) {
      const list = `[all](framing/excused/${excused}.txt)`
      throw new ExcusedFailure(fault, `${parser} does the same without \`fw\` (${list}).`)
    }
  }
  const hint = `Only if the platform hides it from fw, add the case to excused/${excused}.txt.`
  throw new Error(`${fault}; without fw: ${[...bare].join(', or ')}. ${hint}`)
}
