import { median, ratioCell, rotated } from './statistics.ts'

export interface MeasureOptions<T> {
  /** Fresh inputs for one batch; building them is not timed. A few hundred are enough. */
  createInputs: () => T[]
  /** Default 15. */
  rounds?: number
  /** The time that a contestant runs in one round, inputs not counted. Default: 60. */
  milliseconds?: number
  /** True if a call may return a promise, which is then awaited. */
  isAsync?: boolean
}

/** The timed call. */
export type MeasuredCall<T> = (input: T) => unknown

type Loop<T> = (call: MeasuredCall<T>, inputs: T[]) => unknown

/** Nanoseconds per call, one number a round, by contestant. */
export type Nanoseconds = Record<string, number[]>

/** Times functions against each other: warmed up, in interleaved rounds of rotated order. */
export async function measure<T>(
  contestants: Record<string, MeasuredCall<T>>,
  options: MeasureOptions<T>,
): Promise<Nanoseconds> {
  const { createInputs, rounds = 15, milliseconds = 60, isAsync = false } = options
  const entries = Object.entries(contestants).map(([name, call]) => {
    const loop = createLoop<T>(isAsync)
    return { name, run: (ms: number) => timeRound(loop, call, createInputs, ms) }
  })
  const found: Nanoseconds = Object.fromEntries(entries.map(({ name }) => [name, []]))
  for (let warmUp = 0; warmUp < 3; warmUp++) {
    for (const { run } of entries) await run(milliseconds)
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of rotated(entries, round)) found[name]?.push(await run(milliseconds))
  }
  return found
}

// A separate loop for every contestant, so that none is slower because of the types of another one.
function createLoop<T>(isAsync: boolean): Loop<T> {
  const one = isAsync
    ? 'last = call(inputs[i]); if (last instanceof Promise) last = await last'
    : 'last = call(inputs[i])'
  const body = `let last; for (let i = 0; i < inputs.length; i++) { ${one} } return last`
  return new Function(`return ${isAsync ? 'async ' : ''}(call, inputs) => { ${body} }`)() as Loop<T>
}

/** The median of many short batches, which leaves out those that other processes interrupted. */
async function timeRound<T>(
  loop: Loop<T>,
  call: MeasuredCall<T>,
  createInputs: () => T[],
  milliseconds: number,
): Promise<number> {
  const batches: number[] = []
  for (let spent = 0; spent < milliseconds;) {
    const inputs = createInputs()
    const start = cpuMicroseconds()
    const result = loop(call, inputs)
    if (result instanceof Promise) await result
    const took = cpuMicroseconds() - start
    spent += took / 1000
    batches.push((took * 1000) / inputs.length)
  }
  return median(batches)
}

// Processor time, so that waiting for a processor does not count.
function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** A row of a table: the first contestant in nanoseconds, the others also as a ratio to it. */
export function tableRow(title: string, found: Nanoseconds): string {
  const [base = [], ...others] = Object.values(found)
  const cells = others.map(
    (values) => `${ratioCell(values, base)}, ${median(values).toFixed(0)} ns`,
  )
  return `| ${title} | ${[`${median(base).toFixed(0)} ns`, ...cells].join(' | ')} |`
}

export function tableHead(title: string, found: Nanoseconds): string {
  const names = Object.keys(found)
  return `| ${title} | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`
}
