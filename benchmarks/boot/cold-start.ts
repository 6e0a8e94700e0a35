import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'
import { writeApplication, writeBareProgram } from './cold-start-programs.ts'
import { installPacked } from './install-packed.ts'
import { freePort } from '../../packages/framework/test/free-port.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const folder = mkdtempSync(join(tmpdir(), 'cold-start-'))

interface Program {
  readonly cwd: string
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

try {
  installPacked(folder)
  const sizes = [1, 100]
  const tables = ['| program | spawn to first answer | of the bare program |', '|---|---|---|']
  for (const size of sizes) tables.push(...(await startRows(size)))
  tables.push('', ...importRows())
  console.log(tables.join('\n'))
  if (options.evidence) writeEvidence('cold-start', [...explanation(), '', ...tables])
} finally {
  rmSync(folder, { recursive: true })
}

function explanation(): string[] {
  return [
    `Built applications on the packed packages, ${rounds} interleaved rounds; medians of the times and of the`,
    'ratios within a round. A controller has three routes, one of them with a validated body; the bare program',
    'has the same routes, written by hand on node:http in as many modules. An import of node:http loads its',
    'WebSocket, and fetch with it, before anything asks for them; fw does not, nor does the third program.',
    'Nothing cached: without the code cache that Node keeps from one start to the next (fw turns it on).',
    'Where other programs share the processors, ratios say more than times.',
  ]
}

async function startRows(controllers: number): Promise<string[]> {
  const application = join(folder, `fw${controllers}`)
  const bare = join(folder, `bare${controllers}`)
  const fw = join(folder, 'node_modules/fw/bin/fw')
  writeApplication(application, controllers)
  writeBareProgram(bare, controllers)
  symlinkSync(join(folder, 'node_modules'), join(application, 'node_modules'))
  execFileSync(process.execPath, [fw, 'build'], { cwd: application })
  const serve = [fw, 'serve', '--host=127.0.0.1']
  const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' }
  const programs: Record<string, Program> = {
    'node:http': { cwd: bare, words: ['main.js'] },
    'node:http again': { cwd: bare, words: ['main.js'] },
    'node:http without its WebSocket': { cwd: bare, words: ['lean.js'] },
    'fw serve': { cwd: application, words: serve },
    'fw serve, nothing cached': { cwd: application, words: serve, env: uncached },
  }
  const times = await timeStarts(Object.values(programs))
  const floor = times[0] ?? []
  return Object.keys(programs).map((name, index) => {
    const own = times[index] ?? []
    const ratios = own.map((time, round) => time / (floor[round] ?? time))
    const label = `${name}, ${controllers * 3} routes`
    return `| ${label} | ${median(own).toFixed(0)} ms | ${median(ratios).toFixed(2)} |`
  })
}

async function timeStarts(programs: readonly Program[]): Promise<number[][]> {
  const times = programs.map((): number[] => [])
  for (let round = -2; round < rounds; round++) {
    for (const [index, program] of programs.entries()) {
      const time = await timeStart(program)
      if (round >= 0) times[index]?.push(time)
    }
  }
  return times
}

/** Milliseconds from the start of a process to the end of its first answer. */
async function timeStart({ cwd, words, env }: Program): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} has ended.`)
  }
  const time = performance.now() - start
  child.kill('SIGKILL')
  await ended
  return time
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { port, host: '127.0.0.1', path: '/orders1/7', agent: false },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode === 200))
      },
    )
    request.once('error', () => setTimeout(() => resolve(false), 1))
  })
}

function importRows(): string[] {
  const program = `const used = process.cpuUsage()
const start = performance.now()
await import('fw')
const { user, system } = process.cpuUsage(used)
console.log(JSON.stringify([performance.now() - start, (user + system) / 1000]))`
  writeFileSync(join(folder, 'import.mjs'), program)
  const found = Array.from({ length: rounds }, (): number[] =>
    JSON.parse(execFileSync(process.execPath, ['import.mjs'], { cwd: folder, encoding: 'utf8' })),
  )
  const [time, processorTime] = [0, 1].map((column) =>
    median(found.map((times) => times[column] ?? Number.NaN)).toFixed(1),
  )
  return [`import 'fw', nothing cached: ${time} ms, of the processor ${processorTime} ms.`]
}
