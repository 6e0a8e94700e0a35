import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { offServerCore } from './cores.ts'
import type { TimedRequest } from './rows.ts'

/** The number of connections to each server at a time when its HTTP rows are timed. */
export const connections = 64

/**
 * The speed of a shared machine changes within seconds, so what is compared takes turns. Within this many milliseconds
 * each has had its turn: after half a second without work V8 gives memory back, and then needs time to get it again.
 */
export const cycle = 280

/** Returns the name and version of the load generator. Throws if it is not installed. */
export function loadGenerator(): string {
  try {
    return execFileSync('wrk', ['--version'], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    // wrk prints its version and leaves with an error.
    const { stdout = '' } = error as { stdout?: string }
    const version = /wrk \S+/u.exec(stdout)?.[0]
    if (version) return version
    throw new Error('Install wrk, the load generator: apt install wrk, or brew install wrk.', {
      cause: error,
    })
  }
}

export interface Load {
  /** Whole seconds for which each server is asked altogether. */
  readonly seconds: number
  /** The number of connections to each server at a time. */
  readonly connections: number
}

/**
 * Sends one request to servers in turns. Resolves to their numbers of responses. Throws if one has
 * another status than expected.
 */
export async function ask(
  ports: readonly number[],
  request: TimedRequest,
  { seconds, connections }: Load,
): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  const script = join(folder, 'request.lua')
  writeFileSync(script, luaOf(request))
  const load = { seconds: seconds * ports.length, connections }
  const generators = ports.map((port) => startWrk(port, script, load))
  try {
    const answers = Promise.all(
      generators.map(({ stdout }) => text(stdout as NodeJS.ReadableStream)),
    )
    await takeTurns(generators)
    return (await answers).map((printed) => countOf(printed, request))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Starts a generator for a time in which the turns of others count too. */
function startWrk(port: number, script: string, { seconds, connections }: Load): ChildProcess {
  const [command = '', ...words] = [...offServerCore, 'wrk']
  words.push('-t1', '--timeout', '20s', `-c${connections}`, `-d${seconds}s`, `-s${script}`)
  words.push(`http://127.0.0.1:${port}`)
  return spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Lets one process run at a time, in turns, until all have ended. */
async function takeTurns(processes: ChildProcess[]): Promise<void> {
  for (const process of processes) process.kill('SIGSTOP')
  const turn = cycle / processes.length
  let running = processes
  while (running.length > 0) {
    for (const process of running) {
      process.kill('SIGCONT')
      await sleep(turn)
      process.kill('SIGSTOP')
    }
    running = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  }
}

function countOf(printed: string, request: TimedRequest): number {
  const found = /requests=(\d+) refused=(\d+) broken=(\d+)/u.exec(printed)
  if (!found) throw new Error(`wrk said nothing that could be read:\n${printed}`)
  const [requests, refused, broken] = found.slice(1).map(Number) as [number, number, number]
  const expectedRefused = request.status >= 400 ? requests : 0
  if (requests === 0 || refused !== expectedRefused || broken > 0) {
    throw new Error(`${refused} of ${requests} answers had an error status, ${broken} broke off.`)
  }
  return requests
}

function luaOf({ method, path, body, headers = {}, turns }: TimedRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[ ${luaString(name)} ] = ${luaString(value)}`,
  )
  return `
wrk.method = ${luaString(method)}
wrk.path = ${luaString(path)}
${body === undefined ? '' : `wrk.body = ${luaString(body)}\nwrk.headers["Content-Type"] = "application/json"`}
${lines.join('\n')}
${turns ? luaOfTurns(turns.name, turns.values()) : ''}
function done(summary)
  local e = summary.errors
  io.write(string.format("requests=%d refused=%d broken=%d\\n",
    summary.requests, e.status, e.connect + e.read + e.write + e.timeout))
end
`
}

function luaOfTurns(name: string, values: readonly string[]): string {
  return `
local requests = {}
local place = 0
function init()
  for _, value in ipairs({ ${values.map(luaString).join(', ')} }) do
    wrk.headers[ ${luaString(name)} ] = value
    requests[#requests + 1] = wrk.format()
  end
end
function request()
  place = place % #requests + 1
  return requests[place]
end
`
}

function luaString(value: string): string {
  return `[==[${value}]==]`
}
