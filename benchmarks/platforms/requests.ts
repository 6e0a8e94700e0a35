import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../../packages/core/test/http/adapters/contract/bundle.ts'
import { programs } from '../../packages/core/test/http/adapters/contract/programs.ts'
import { freePort } from '../../packages/core/test/support/free-port.ts'
import { writeEvidence } from '../evidence.ts'
import { canPin } from '../http/cores.ts'
import { connections, cycle, loadGenerator } from '../http/load.ts'
import { rows, type Exchange } from '../http/rows.ts'
import { Server, serverEnv } from '../http/server.ts'
import { timeRows, timesOf, type Timings } from '../http/time-rows.ts'
import { verify } from '../http/verify.ts'
import { procUsage } from './proc-usage.ts'

interface Platform {
  readonly name: string
  /** Undefined where npm has no package for this machine. */
  readonly program: string | undefined
  readonly words: readonly string[]
  /** Files of the folder `contestants`; the first is the floor. */
  readonly contestants: readonly string[]
}

const platforms: readonly Platform[] = [
  {
    name: 'Bun',
    program: programs.bun,
    words: ['run'],
    contestants: ['floor', 'floor-copy', 'fw', 'elysia', 'hono'],
  },
  {
    name: 'Deno',
    program: programs.deno,
    words: ['run', '--allow-all'],
    contestants: ['floor', 'floor-copy', 'fw', 'hono'],
  },
]

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    platforms: { type: 'string', default: platforms.map(({ name }) => name).join() },
    only: { type: 'string' },
    rows: { type: 'string', default: Object.keys(rows).join() },
    starts: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '1' },
    verify: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const usage = `Processor time per request on Bun and Deno, as a ratio to their bare servers.

  --platforms Bun     of ${platforms.map(({ name }) => name).join(', ')}
  --only fw,elysia    contestants beside the floor
  --rows json,post    rows (${Object.keys(rows).join(', ')})
  --starts 4          how often each server is started
  --rounds 4          rounds of every row after each start
  --seconds 1         how long each server is asked in a round
  --verify            compare the answers, time nothing
  --evidence          write the tables to benchmarks/evidence
`

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const generator = loadGenerator()
  const folder = mkdtempSync(join(tmpdir(), 'platforms-'))
  const tables: string[] = []
  try {
    for (const platform of platforms) {
      if (options.platforms.split(',').includes(platform.name)) {
        tables.push(...(await compareOn(platform, folder)), '')
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  console.log(tables.join('\n'))
  if (!options.evidence || options.verify) return
  writeEvidence('platforms', [
    'Processor time per request of the server process, all threads, as a ratio to the same by hand on the bare server',
    'of the platform in the same round: median of the rounds, and in brackets the middle half of them. By hand bodies are',
    'text for `JSON.parse`, and answers `new Response` of `JSON.stringify`. With `Request.json`, which takes what is no',
    'UTF-8, with `Response.json` and the routes of Bun the same takes 0.80 to 0.91 of that on Bun, 0.83 to 0.98 on Deno.',
    '`floor-copy` is the same program in a second process. Smaller differences than between these two are noise.',
    '',
    `${generator}, ${connections} connections, ${options.starts} starts with ${options.rounds} rounds of ${options.seconds} s in turns, each once in ${cycle} ms,`,
    `${canPin ? 'servers on one core and the load on another' : 'no core of their own for servers and load'},`,
    'after status and body of the answers had been compared byte for byte: Elysia names a charset beside `application/json`,',
    'the others do not. `rejected` has five errors.',
    '',
    ...tables,
  ])
}

async function compareOn(platform: Platform, folder: string): Promise<string[]> {
  const { program } = platform
  if (program === undefined) throw new Error(`npm has no ${platform.name} for this machine.`)
  const [floor = '', ...others] = platform.contestants
  const asked = options.only?.split(',') ?? others
  const chosen = [floor, ...others.filter((name) => asked.includes(name))]
  const chosenRows = options.rows.split(',')
  const timed = Object.fromEntries(chosenRows.map((row) => [row, rows[row] as Exchange]))
  const load = { rounds: Number(options.rounds), seconds: Number(options.seconds), connections }
  const timings: Timings = new Map()
  for (const name of chosen) await bundle(programOf(name), join(folder, name), true)
  for (let start = 0; start < (options.verify ? 1 : Number(options.starts)); start++) {
    const servers: Server[] = []
    try {
      for (const name of chosen) {
        servers.push(
          await startServer(name, [program, ...platform.words, join(folder, name, 'main.js')]),
        )
      }
      for (const server of servers) await verify(server)
      console.log(`Equal answers on ${platform.name}: ${chosen.join(', ')}`)
      if (!options.verify) await timeRows(servers, timed, load, timings)
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0]
  return [`${platform.name} (${version})`, '', ...(options.verify ? [] : timesOf(timings))]
}

async function startServer(name: string, [program = '', ...words]: string[]): Promise<Server> {
  const port = await freePort()
  const process = spawn(program, words, {
    env: serverEnv(port),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const usage = procUsage(process.pid as number)
  return Server.of({ name, port, process, usage: async () => usage() })
}

function programOf(name: string): URL {
  return new URL(`contestants/${name.replace('-copy', '')}.ts`, import.meta.url)
}
