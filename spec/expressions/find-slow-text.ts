import { sampleTexts } from './sample-texts.ts'

/** A string whose middle may be repeated. */
export interface Hostile {
  readonly before: string
  readonly repeated: string
  readonly after: string
}

/**
 * Returns a string for which the time of an expression grows faster than its length, if one is
 * found.
 */
export function findSlowText(expression: RegExp): Hostile | undefined {
  // A machine whose speed changes makes one look slow now and then, and hardly three times in a row.
  return hostileTexts(expression).find((hostile) =>
    [1, 2, 3].every(() => isSuperlinear(expression, hostile)),
  )
}

function hostileTexts(expression: RegExp): Hostile[] {
  const found = new Map<string, Hostile>()
  for (const sample of sampleTexts(expression, 16)) {
    for (let start = 0; start < Math.min(sample.length, 60); start += 1) {
      for (const end of [start + 1, start + 2, sample.length]) {
        const before = sample.slice(0, start)
        const repeated = sample.slice(start, end)
        for (const after of ['', '\0', `${sample.slice(end)}\0`]) {
          const hostile = { before, repeated, after }
          found.set(JSON.stringify(hostile), hostile)
        }
      }
    }
  }
  return [...found.values()]
}

/**
 * True if eight times the length takes over twenty-two times as long; linear is eight and quadratic
 * is sixty-four. Only times of several milliseconds are compared, the best of three. A busy machine runs
 * a thread for few milliseconds at a time, so the time of the thread must have grown, too.
 */
function isSuperlinear(expression: RegExp, hostile: Hostile): boolean {
  const time = (length: number) => bestOf(timeOf, expression, textOf(hostile, length))
  // An exponential expression must be found at a length at which it still ends.
  for (const length of [12, 18, 21, 24]) {
    if (timeOf(expression, textOf(hostile, length)) > 5 && time(length) > 5) return true
  }
  if (time(2000) < 0.2) return false
  for (let length = 500; length <= 128_000; length *= 2) {
    const longer = time(length * 8)
    if (longer <= 4) continue
    const limit = 22 * time(length)
    return longer > limit && bestOf(threadTimeOf, expression, textOf(hostile, length * 8)) > limit
  }
  return false
}

function textOf({ before, repeated, after }: Hostile, length: number): string {
  return before + repeated.repeat(Math.ceil(length / repeated.length)) + after
}

function bestOf(measure: typeof timeOf, expression: RegExp, text: string): number {
  return Math.min(...[1, 2, 3].map(() => measure(expression, text)))
}

/** Milliseconds that it takes to find all matches. */
function timeOf(expression: RegExp, text: string): number {
  const start = performance.now()
  findAll(expression, text)
  return performance.now() - start
}

/** Milliseconds that this thread computes until all matches are found. Some systems count in steps of four. */
function threadTimeOf(expression: RegExp, text: string): number {
  const start = process.threadCpuUsage()
  findAll(expression, text)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

function findAll(expression: RegExp, text: string): void {
  expression.lastIndex = 0
  for (let last = -1; expression.test(text) && expression.global; last = expression.lastIndex) {
    // An empty match does not move on by itself.
    if (expression.lastIndex === last) expression.lastIndex += 1
  }
}
