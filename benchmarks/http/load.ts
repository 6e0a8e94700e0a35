import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { offServerCore } from './cores.ts'
import type { Exchange } from './rows.ts'

/** Asks for one exchange over many connections for some seconds. */
export interface Load {
  name: string
  /** Resolves to the number of answers; throws when one has another status than expected. */
  run(port: number, exchange: Exchange, connections: number, seconds: number): Promise<number>
}

/** wrk where it is installed, else a plain generator in Node. */
export function createLoad(): Load {
  const version = wrkVersion()
  return version === undefined
    ? { name: 'a generator in Node, because wrk is not installed', run: runSockets }
    : { name: version, run: runWrk }
}

function wrkVersion(): string | undefined {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'pipe' })
  } catch (error) {
    // wrk prints its version and leaves with an error.
    const { stdout } = error as { stdout?: Buffer }
    return stdout ? /wrk \S+/u.exec(stdout.toString())?.[0] : undefined
  }
  return 'wrk'
}

async function runWrk(
  port: number,
  exchange: Exchange,
  connections: number,
  seconds: number,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  const script = join(folder, 'request.lua')
  writeFileSync(script, luaOf(exchange))
  const [command = '', ...words] = [...offServerCore, 'wrk']
  const { stdout } = await promisify(execFile)(command, [
    ...words,
    `-t1`,
    `-c${connections}`,
    `-d${Math.ceil(seconds)}s`,
    `-s${script}`,
    `http://127.0.0.1:${port}`,
  ]).finally(() => rmSync(folder, { recursive: true }))
  const found = /requests=(\d+) refused=(\d+) broken=(\d+)/u.exec(stdout)
  if (!found) throw new Error(`wrk said nothing that could be read:\n${stdout}`)
  const [requests, refused, broken] = found.slice(1).map(Number) as [number, number, number]
  const expectedRefused = exchange.status >= 400 ? requests : 0
  if (refused !== expectedRefused || broken > 0) {
    throw new Error(`${refused} of ${requests} answers had an error status, ${broken} broke off.`)
  }
  return requests
}

function luaOf({ method, path, body }: Exchange): string {
  return `
wrk.method = ${luaString(method)}
wrk.path = ${luaString(path)}
${body === undefined ? '' : `wrk.body = ${luaString(body)}\nwrk.headers["Content-Type"] = "application/json"`}
function done(summary)
  local e = summary.errors
  io.write(string.format("requests=%d refused=%d broken=%d\\n",
    summary.requests, e.status, e.connect + e.read + e.write + e.timeout))
end
`
}

function luaString(text: string): string {
  return `[==[${text}]==]`
}

async function runSockets(
  port: number,
  exchange: Exchange,
  connections: number,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  const sockets = Array.from({ length: connections }, () => runSocket(port, exchange, until))
  let requests = 0
  for (const count of await Promise.all(sockets)) requests += count
  return requests
}

function runSocket(port: number, exchange: Exchange, until: number): Promise<number> {
  const request = rawRequest(exchange, port)
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  socket.setNoDelay(true).setEncoding('latin1')
  return new Promise((resolve, reject) => {
    let answers = 0
    let received = ''
    socket.on('error', reject)
    socket.on('data', (text: string) => {
      received += text
      const status = statusOfComplete(received)
      if (status === undefined) return
      if (status !== exchange.status) {
        socket.destroy()
        reject(new Error(`An answer had the status ${status}.`))
        return
      }
      answers++
      received = ''
      if (performance.now() < until) socket.write(request)
      else {
        socket.destroy()
        resolve(answers)
      }
    })
  })
}

function rawRequest({ method, path, body }: Exchange, port: number): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`
  if (body === undefined) return `${head}\r\n`
  const length = Buffer.byteLength(body)
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}

/** The status of an answer that has arrived whole. */
function statusOfComplete(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const length = /content-length: *(\d+)/iu.exec(received)
  const isComplete = length
    ? received.length >= end + 4 + Number(length[1])
    : received.endsWith('0\r\n\r\n')
  return isComplete ? Number(received.slice(9, 12)) : undefined
}
