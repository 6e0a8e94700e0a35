import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeApplication, writeBareProgram } from '../boot/cold-start-programs.ts'
import { freePort } from '../../packages/core/test/support/free-port.ts'
import { installPacked } from '../boot/install-packed.ts'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'

const { values: options } = parseArgs({
  strict: false,
  options: {
    processes: { type: 'string', default: '7' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.processes)
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
const controllers = 100
const requests = 12_000
const idle = 500

interface Program {
  readonly cwd: string
  readonly words: readonly string[]
}

/** Resident memory of a process, in MB. */
interface Memory {
  readonly started: number
  readonly loaded: number
  /** Memory of each additional idle connection, in kB. */
  readonly connection: number
}

const explanation = [
  `A built application with ${controllers * 3} routes on the packed packages, beside the same routes by hand on node:http:`,
  `resident memory of the server after its first answer, after ${requests} requests over 40 connections, and for each`,
  `of ${idle} connections that have asked once and stay. Medians of ${rounds} interleaved processes and of their ratios. An`,
  '`import` of node:http loads more than a server uses; the third program and fw take what they name.',
]

try {
  installPacked(folder)
  const application = join(folder, 'application')
  const bare = join(folder, 'bare')
  const fw = join(folder, 'node_modules/@fw/core/bin/fw')
  writeApplication(application, controllers)
  writeBareProgram(bare, controllers)
  symlinkSync(join(folder, 'node_modules'), join(application, 'node_modules'))
  execFileSync(process.execPath, [fw, 'build'], { cwd: application })
  const table = await memoryTable({
    'node:http': { cwd: bare, words: ['main.js'] },
    'node:http again': { cwd: bare, words: ['main.js'] },
    'node:http without an import': { cwd: bare, words: ['lean.js'] },
    'fw serve': { cwd: application, words: [fw, 'serve', '--host=127.0.0.1'] },
  })
  console.log(table.join('\n'))
  if (options.evidence === true) writeEvidence('memory', [...explanation, '', ...table])
} finally {
  rmSync(folder, { recursive: true })
}

async function memoryTable(programs: Readonly<Record<string, Program>>): Promise<string[]> {
  const found = Object.keys(programs).map((): Memory[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of Object.values(programs).entries()) {
      found[index]?.push(await measureMemory(program))
    }
  }
  const [floor = []] = found
  const cell = (own: readonly Memory[], column: 'started' | 'loaded') => {
    const ratios = own.map((each, round) => each[column] / (floor[round]?.[column] ?? Number.NaN))
    const size = median(own.map((each) => each[column]))
    return `${size.toFixed(1)} MB, ${median(ratios).toFixed(2)}`
  }
  return [
    '| program | after the first answer | after load | an idle connection |',
    '|---|---|---|---|',
    ...Object.keys(programs).map((name, index) => {
      const own = found[index] ?? []
      const connection = median(own.map((each) => each.connection)).toFixed(1)
      return `| ${name} | ${cell(own, 'started')} | ${cell(own, 'loaded')} | ${connection} kB |`
    }),
  ]
}

async function measureMemory({ cwd, words }: Program): Promise<Memory> {
  const port = await freePort()
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const resident = async () => {
    await sleep(300)
    const [, kilobytes] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1000
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const ask = (kind: number, number: number) => expectAnswer(agent, port, kind, number)
  while (!(await ask(1, 1).catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} has ended.`)
    await sleep(5)
  }
  const started = await resident()
  for (let sent = 0; sent < requests; sent += 40) {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => ask((sent + at) % 3, (sent + at) % controllers)),
    )
  }
  const loaded = await resident()
  const sockets = await holdConnections(port)
  const connection = (((await resident()) - loaded) / idle) * 1000
  for (const socket of sockets) socket.destroy()
  agent.destroy()
  child.kill('SIGKILL')
  await ended
  return { started, loaded, connection }
}

/**
 * Requests a list or one item, or posts, and compares the response. Rejects if no server listens.
 */
async function expectAnswer(
  agent: Agent,
  port: number,
  kind: number,
  at: number,
): Promise<boolean> {
  const number = at + 1
  const order = { customer: 'Ada L', quantity: 2, note: null }
  const [method, path, expected] = [
    ['GET', `/orders${number}`, [{ id: number }]] as const,
    ['GET', `/orders${number}/7`, { id: 7 }] as const,
    ['POST', `/orders${number}`, order] as const,
  ][kind] as readonly ['GET' | 'POST', string, unknown]
  const body = method === 'POST' ? JSON.stringify(order) : ''
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request({ agent, port, method, path, host: '127.0.0.1', ...(body && { headers }) })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const text = await readText(response as NodeJS.ReadableStream)
  if (text !== JSON.stringify(expected)) throw new Error(`${method} ${path} answered ${text}.`)
  return true
}

/** Connections that have asked once and stay open. */
async function holdConnections(port: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let opened = 0; opened < idle; opened++) {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /orders1/7 HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'data')
    sockets.push(socket)
  }
  return sockets
}
