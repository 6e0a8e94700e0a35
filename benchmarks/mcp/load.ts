import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { offServerCore } from '../http/cores.ts'
import { type Exchange, headers } from './messages.ts'

export const connections = 32

/** Sends one message over all connections with wrk; resolves to the answers per second. */
export async function runWrk(port: number, exchange: Exchange, seconds: number): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  const script = join(folder, 'request.lua')
  writeFileSync(script, luaOf(exchange))
  const [command = '', ...words] = [...offServerCore, 'wrk']
  words.push('-t1', '--timeout', '20s', `-c${connections}`, `-d${seconds}s`, `-s${script}`)
  words.push(`http://127.0.0.1:${port}/mcp`)
  const running = promisify(execFile)(command, words)
  const { stdout } = await running.finally(() => rmSync(folder, { recursive: true }))
  const found = /requests=(\d+) microseconds=(\d+) wrong=(\d+)/u.exec(stdout)
  if (!found) throw new Error(`wrk said nothing that could be read:\n${stdout}`)
  const [requests, microseconds, wrong] = found.slice(1).map(Number) as [number, number, number]
  if (wrong > 0) throw new Error(`${wrong} of ${requests} answers were wrong.`)
  return { requests, perSecond: (requests * 1e6) / microseconds }
}

export interface Load {
  requests: number
  perSecond: number
}

function luaOf({ message, headers: own }: Exchange): string {
  const lines = Object.entries({ ...headers, ...own }).map(
    ([name, value]) => `wrk.headers["${name}"] = "${value}"`,
  )
  return `
wrk.method = "POST"
wrk.body = [==[${JSON.stringify(message)}]==]
${lines.join('\n')}
function done(summary)
  local e = summary.errors
  io.write(string.format("requests=%d microseconds=%d wrong=%d\\n",
    summary.requests, summary.duration, e.status + e.connect + e.read + e.write + e.timeout))
end
`
}
