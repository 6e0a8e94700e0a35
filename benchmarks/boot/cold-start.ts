import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'
import { timeStart, type Program } from '../time-start.ts'
import { writeApplication, writeBareProgram } from './cold-start-programs.ts'
import { installPacked } from './install-packed.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const folder = mkdtempSync(join(tmpdir(), 'cold-start-'))

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
    'fw serve reads the compile cache of Node that fw build has begun; that of a new container is as fw routes',
    'leaves it in the image, like those of npm create @fw. Writing the cache is a start where the variable',
    'NODE_COMPILE_CACHE names an empty folder, and nothing cached one without it. All processes are killed.',
    'Where other programs share the processors, ratios say more than times.',
  ]
}

async function startRows(controllers: number): Promise<string[]> {
  const application = join(folder, `fw${controllers}`)
  const bare = join(folder, `bare${controllers}`)
  const fw = join(folder, 'node_modules/@fw/core/bin/fw')
  writeApplication(application, controllers)
  writeBareProgram(bare, controllers)
  symlinkSync(join(folder, 'node_modules'), join(application, 'node_modules'))
  execFileSync(process.execPath, [fw, 'build'], { cwd: application })
  const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' }
  const served = program(application, fw, 'serve', '--host=127.0.0.1')
  const carried = join(folder, `cache-of-image${controllers}`)
  execFileSync(process.execPath, [fw, 'routes'], {
    cwd: application,
    env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: carried },
    stdio: 'ignore',
  })
  const programs: Record<string, Program> = {
    'node:http': program(bare, 'main.js'),
    'node:http again': program(bare, 'main.js'),
    'node:http without its WebSocket': program(bare, 'lean.js'),
    'fw serve': served,
    'fw serve, a new container': {
      ...served,
      get env() {
        const cache = mkdtempSync(join(folder, 'cache-'))
        cpSync(carried, cache, { recursive: true })
        return { NODE_COMPILE_CACHE: cache }
      },
    },
    'fw serve, writing the cache': {
      ...served,
      get env() {
        return { NODE_COMPILE_CACHE: mkdtempSync(join(folder, 'cache-')) }
      },
    },
    'fw serve, nothing cached': { ...served, env: uncached },
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

function program(cwd: string, ...words: readonly string[]): Program {
  return {
    cwd,
    words: () => [process.execPath, ...words],
    path: '/orders1/7',
    isAnswer: (status) => status === 200,
  }
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

function importRows(): string[] {
  const program = `const used = process.cpuUsage()
const start = performance.now()
await import('@fw/core')
const { user, system } = process.cpuUsage(used)
console.log(JSON.stringify([performance.now() - start, (user + system) / 1000]))`
  writeFileSync(join(folder, 'import.mjs'), program)
  const found = Array.from({ length: rounds }, (): number[] =>
    JSON.parse(execFileSync(process.execPath, ['import.mjs'], { cwd: folder, encoding: 'utf8' })),
  )
  const [time, processorTime] = [0, 1].map((column) =>
    median(found.map((times) => times[column] ?? Number.NaN)).toFixed(1),
  )
  return [`import '@fw/core', nothing cached: ${time} ms, of the processor ${processorTime} ms.`]
}
