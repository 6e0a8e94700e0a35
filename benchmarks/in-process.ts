import { parseArgs } from 'node:util'
import { writeEvidence } from './evidence.ts'
import { measure, tableHead, tableRow, type MeasuredCall } from './measure.ts'

/** Functions that do the same work, timed against each other in this process. */
export interface InProcessBenchmark<T> {
  readonly name: string
  /** What the evidence says above its table. */
  readonly description: readonly string[]
  /** The head of the table's first column. */
  readonly subject: string
  /** The first one is the base of the ratios. */
  readonly contestants: Record<string, MeasuredCall<T>>
  readonly rows: Record<string, InProcessRow<T>>
  /** Default 25. */
  readonly rounds?: number
}

export interface InProcessRow<T> {
  /** Throws where a contestant does other work than the others. */
  readonly verify: (call: MeasuredCall<T>, contestant: string) => void | Promise<void>
  /** Fresh inputs for one batch; building them is not timed. */
  readonly createInputs: () => T[]
  /** True if a call may return a promise, which is then awaited. */
  readonly isAsync?: boolean
}

/** Verifies, measures and prints, as the options of the command line say. */
export async function runInProcess<T>(benchmark: InProcessBenchmark<T>): Promise<void> {
  const { name, description, subject } = benchmark
  const { values: options } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(benchmark.rounds ?? 25) },
      rows: { type: 'string' },
      only: { type: 'string' },
      evidence: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (options.help) return console.log(usage(benchmark))
  const rows = Object.entries(benchmark.rows).filter(([title]) => isNamed(options.rows, title))
  const entries = Object.entries(benchmark.contestants)
  const chosen = entries.filter(([title], index) => index === 0 || isNamed(options.only, title))
  const contestants = Object.fromEntries(chosen)
  const lines: string[] = []
  for (const [title, { verify, ...inputs }] of rows) {
    for (const [contestant, call] of chosen) await verify(call, contestant)
    const found = await measure<T>(contestants, { ...inputs, rounds: Number(options.rounds) })
    if (lines.length === 0) lines.push(tableHead(subject, found))
    lines.push(tableRow(title, found))
  }
  console.log(lines.join('\n'))
  if (options.evidence) writeEvidence(name, [...description, '', ...lines])
}

function isNamed(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(',').includes(name)
}

function usage<T>(benchmark: InProcessBenchmark<T>): string {
  const { description, contestants, rows, rounds = 25 } = benchmark
  return `${description.join(' ')}

  --rounds ${rounds}   rounds of every row
  --rows a,b    some of the rows: ${Object.keys(rows).join(', ')}
  --only a,b    some of the contestants beside the first: ${Object.keys(contestants).join(', ')}
  --evidence    write the table to benchmarks/evidence`
}
