import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ServingProcess } from '../http/adapters/serving-process.ts'
import type { AttackReport } from './attack-http.ts'
import { answersTo, faultOfAnswer, hostileLine } from './hostile-mcp.ts'
import { seeded } from './random.ts'

export interface StdioAttack {
  readonly inputs: number
  readonly seed: number
  /** Called for every sent input. */
  readonly onInput?: (count: number) => Promise<void> | void
}

/** The longest line that `fixtures/attacked-stdio.ts` takes, in bytes. */
const lineLimit = 2 * 1024 * 1024

/** The number of lines before a valid one, whose response is awaited. */
const group = 100

/**
 * Sends hostile lines to the process of `fixtures/attacked-stdio.ts`. Each gets one response, or
 * none; standard output contains nothing else.
 */
export async function attackStdio(
  process: ServingProcess,
  { inputs, seed, onInput }: StdioAttack,
): Promise<AttackReport> {
  const { child } = process
  const [stdin, stdout] = [child.stdin, child.stdout]
  if (!stdin || !stdout) throw new Error('The process has no pipes.')
  const report: AttackReport = { kinds: {}, statuses: {}, faults: [], longest: [0, 'none'] }
  const random = seeded(seed)
  let answers = 0
  let wake = () => {}
  createInterface({ input: stdout }).on('line', (line) => {
    const answer = JSON.parse(line)
    const isProgress = answer.method === 'notifications/progress'
    const fault = isProgress ? undefined : faultOfAnswer(answer, undefined)
    if (fault) report.faults.push(`MCP line: ${fault} ${line.slice(0, 1000)}`)
    if (answer.id === 'marker') wake()
    else if (!isProgress) answers += 1
  })
  const ended = new AbortController()
  child.once('exit', () => {
    ended.abort()
    wake()
  })
  let expected = 0
  let cancellations = 0
  for (let count = 1; count <= inputs && report.faults.length < 20; count += 1) {
    const line = hostileLine(random, lineLimit)
    expected += answersTo(line, lineLimit)
    if (line.includes('notifications/cancelled')) cancellations += 1
    if (!stdin.write(Buffer.concat([line, newline]))) {
      await once(stdin, 'drain', { signal: ended.signal }).catch(() => {})
    }
    if (process.end !== undefined) throw new Error(process.end)
    if (count % group === 0 || count === inputs) {
      const start = performance.now()
      const marked = new Promise<void>((resolve) => (wake = resolve))
      stdin.write('{"jsonrpc":"2.0","id":"marker","method":"ping"}\n')
      await marked
      if (process.end !== undefined) throw new Error(process.end)
      const time = performance.now() - start
      if (time > report.longest[0]) report.longest = [time, 'MCP lines']
    }
    await onInput?.(count)
  }
  report.kinds['MCP line'] = inputs
  stdin.end()
  const [code] = await once(child, 'exit')
  if (code !== 0) report.faults.push(process.end ?? '')
  // A call that is cancelled has none.
  if (answers > expected || answers < expected - cancellations) {
    report.faults.push(`${answers} answers instead of ${expected}.`)
  }
  return report
}

const newline = Buffer.from('\n')
