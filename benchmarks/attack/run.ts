import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ServingProcess } from '../../packages/core/test/http/adapters/serving-process.ts'
import { attackHttp, type AttackReport } from '../../packages/core/test/attack/attack-http.ts'
import { attackStdio } from '../../packages/core/test/attack/attack-stdio.ts'
import { hostileRequest } from '../../packages/core/test/attack/hostile-request.ts'
import { writeEvidence } from '../evidence.ts'

const usage = `Servers of everything under hostile inputs of every kind; fails at faults and growing memory.

  --inputs 20000   in all; a tenth are lines over standard input. 1000000 take less than an hour
  --clients 8      connections at once
  --seed 1         of the inputs; another one gives others
  --evidence       write the report to benchmarks/evidence
`

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    inputs: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    evidence: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(usage)
  process.exit()
}

const inputs = Number(options.inputs)
const seed = Number(options.seed)
/** The inputs that are lines over standard input. */
const lines = Math.round(inputs / 10)
const requests = inputs - lines
const samples = 20
/** Growth over the last three quarters of the inputs that counts as level. */
const levelBytes = 8_000_000

interface Sample {
  readonly inputs: number
  readonly heap: number
  readonly memory: number
}

const folder = mkdtempSync(join(tmpdir(), 'attack-'))
const fixtures = join(import.meta.dirname, '../../packages/core/test/attack/fixtures')
const began = performance.now()
const server = await ServingProcess.start(folder, join(fixtures, 'attacked-server.ts'))
const stdio = await ServingProcess.start(folder, join(fixtures, 'attacked-stdio.ts'))

try {
  const overStdio = createSampler(stdio, lines)
  const lineReport = await attackStdio(stdio, { inputs: lines, seed, onInput: overStdio.onInput })
  const overHttp = createSampler(server, requests)
  const httpReport = await attackHttp(server.port, {
    inputs: requests,
    clients: Number(options.clients),
    seed,
    create: hostileRequest,
    onInput: overHttp.onInput,
  })
  const faults = [...lineReport.faults, ...httpReport.faults]
  if (server.end !== undefined) faults.push(server.end)
  const files = readdirSync(folder)
  if (files.length > 0) faults.push(`${files.length} temporary files are left.`)
  const growths = [growth(overStdio.seen), growth(overHttp.seen)]
  const isLevel = growths.every((bytes) => bytes < levelBytes)
  const report = [
    ...memoryTable('HTTP', overHttp.seen),
    '',
    ...memoryTable('standard input', overStdio.seen),
    '',
    ...kindTable([lineReport, httpReport]),
    '',
    describe(httpReport),
    '',
    `Faults: ${faults.length}. Level: ${isLevel ? 'yes' : 'no'}.`,
  ]
  console.log([...report, ...faults].join('\n'))
  if (faults.length > 0 || !isLevel) process.exitCode = 1
  if (options.evidence) writeEvidence('attack', report)
} finally {
  await server.stop()
  await stdio.stop()
  rmSync(folder, { recursive: true })
}

/** Asks a process at equal distances for what it holds. */
function createSampler(attacked: ServingProcess, all: number) {
  const seen: Sample[] = []
  const step = Math.max(1, Math.floor(all / samples))
  const onInput = async (count: number) => {
    if (count % step !== 0 || attacked.end !== undefined) return
    const { heap, memory } = await attacked.usage()
    seen.push({ inputs: count, heap, memory })
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.error(`${seconds} s: ${count} of ${all}, heap ${megabytes(heap)} MB`)
  }
  return { seen, onInput }
}

/** By how many bytes the heap grew over the last three quarters, as the line through the samples says. */
function growth(seen: readonly Sample[]): number {
  const late = seen.slice(Math.floor(seen.length / 4))
  const [meanInputs, meanHeap] = [
    mean(late.map(({ inputs }) => inputs)),
    mean(late.map(({ heap }) => heap)),
  ]
  const over = sum(late.map(({ inputs, heap }) => (inputs - meanInputs) * (heap - meanHeap)))
  const under = sum(late.map(({ inputs }) => (inputs - meanInputs) ** 2))
  return (over / under) * ((late.at(-1)?.inputs ?? 0) - (late[0]?.inputs ?? 0))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function memoryTable(name: string, seen: readonly Sample[]): string[] {
  const shown = seen.filter((_, index) => (index + 1) % (samples / 5) === 0)
  const rows = shown.map(
    ({ inputs, heap, memory }) =>
      `| ${inputs.toLocaleString('en')} | ${megabytes(heap)} | ${megabytes(memory)} |`,
  )
  const slope = (growth(seen) / ((seen.at(-1)?.inputs ?? 0) * 0.75)).toFixed(2)
  return [
    `| Inputs over ${name} | heap after a collection, MB | RSS, MB |`,
    '|---|---|---|',
    ...rows,
    '',
    `The heap grew by ${megabytes(growth(seen))} MB over the last three quarters: ${slope} bytes an input.`,
  ]
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function kindTable(reports: readonly AttackReport[]): string[] {
  const kinds = Object.assign(
    {},
    ...reports.map(({ kinds: each }) => each),
  ) as AttackReport['kinds']
  const rows = Object.entries(kinds).map(([kind, count]) => `| ${kind} | ${count} |`)
  return ['| Kind of input | times |', '|---|---|', ...rows.toSorted()]
}

function describe({ statuses, longest: [time, kind] }: AttackReport): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status} ${count} times`)
  return `Answered ${counts.join(', ')}; the longest wait was ${time.toFixed(0)} ms, for ${kind}.`
}
