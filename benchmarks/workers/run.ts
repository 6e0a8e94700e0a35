import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'
import { askFor } from './load.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const clients = 32

const fw = fileURLToPath(new URL('../../packages/core/bin/fw', import.meta.url))
const installed = fileURLToPath(new URL('../../node_modules', import.meta.url))
/** The columns of /proc/<pid>/stat. */
const ticksPerSecond = 100

const items = `import { Get, type int } from '@fw/core'
export class Items {
  @Get('/items/{id}') show(id: int) { return { id, tags: Array.from({ length: 20 }, (_, at) => 'tag ' + (id + at)) } }
}
`

/** A service, and the processes that it consists of. */
interface Service {
  readonly name: string
  readonly primary: ChildProcess
  readonly port: number
  readonly rates: number[]
  /** Seconds of all its processors for a million requests. */
  readonly costs: number[]
}

const folder = mkdtempSync(join(tmpdir(), 'fw-workers-'))
try {
  mkdirSync(join(folder, 'src'))
  symlinkSync(installed, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'src/items.ts'), items)
  const services = [await start('one process', []), await start('--workers 2', ['--workers', '2'])]
  for (const { port } of services) await askFor(port, clients, 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const service of services) await measure(service)
  }
  for (const { primary } of services) primary.kill('SIGTERM')
  const [one, two] = services as [Service, Service]
  const direct = median(two.rates.map((rate, at) => rate / (one.rates[at] as number)))
  const aside = median(one.costs.map((cost, at) => (2 * cost) / (two.costs[at] as number)))
  const lines = [
    '| | requests a second | processor seconds for a million requests |',
    '|---|---|---|',
    ...services.map(
      ({ name, rates, costs }) =>
        `| ${name} | ${median(rates).toFixed(0)} | ${median(costs).toFixed(1)} |`,
    ),
    '',
    `With the load generator on the same two processors: ${direct.toFixed(2)} times one process. Load generator aside, that is by the`,
    `processor time of all processes of a service, two processors answer ${aside.toFixed(2)} times as much as one.`,
    `${clients} connections that stay open, ${rounds} rounds of ${seconds} s, in turn.`,
  ]
  console.log(lines.join('\n'))
  if (options.evidence) writeEvidence('workers', lines)
} finally {
  rmSync(folder, { recursive: true })
}

async function start(name: string, words: readonly string[]): Promise<Service> {
  const primary = spawn(process.execPath, [fw, 'serve', ...words], {
    cwd: folder,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(primary.stdout, 'data')) as [Buffer]
  const port = Number(/:(\d+)\n/.exec(line.toString())?.[1])
  const count = words.length === 0 ? 1 : 3
  while (processesOf(primary).length < count)
    await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return { name, primary, port, rates: [], costs: [] }
}

async function measure(service: Service): Promise<void> {
  const before = processorSeconds(service)
  const start = performance.now()
  const answered = await askFor(service.port, clients, seconds)
  const elapsed = (performance.now() - start) / 1000
  service.rates.push(answered / elapsed)
  service.costs.push(((processorSeconds(service) - before) / answered) * 1e6)
}

function processesOf({ pid = 0 }: ChildProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function processorSeconds({ primary }: Service): number {
  const ticks = processesOf(primary).map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}
