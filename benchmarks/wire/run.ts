import '@fw/transform/register'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { contestants as all } from '../http/contestants.ts'
import { type Exchange, rows } from '../http/rows.ts'
import { measure, tableHead, tableRow } from '../measure.ts'
import { Wire } from './wire.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    rows: { type: 'string' },
    only: { type: 'string', default: 'floor-copy,fw,find-my-way+ajv,fastify,hono' },
    evidence: { type: 'boolean', default: false },
  },
})
const chosen = options.rows?.split(',') ?? Object.keys(rows)
const names = new Set(['floor', ...options.only.split(',')])

const wires: Record<string, Wire> = {}
for (const { name, program } of all) {
  if (names.has(name)) wires[name] = new Wire(await load(name, program))
}

const lines: string[] = []
for (const [row, exchange] of Object.entries(rows)) {
  if (!chosen.includes(row)) continue
  const request = bytesOf(exchange)
  for (const [name, wire] of Object.entries(wires)) {
    const answer = String(await wire.ask(request))
    if (answer.endsWith(`\r\n\r\n${exchange.answer}`)) continue
    throw new Error(`${name} answers ${row} with ${answer}`)
  }
  const asks = Object.entries(wires).map(([name, wire]) => [
    name,
    (bytes: Buffer) => wire.ask(bytes),
  ])
  const found = await measure<Buffer>(Object.fromEntries(asks), {
    rounds: Number(options.rounds),
    isAsync: true,
    createInputs: () => Array.from({ length: 50 }, () => Buffer.from(request)),
  })
  if (lines.length === 0) lines.push(tableHead('row', found))
  lines.push(tableRow(row, found))
}

const table = lines.join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('wire', [
    'The HTTP benchmark over connections in memory: all of node:http, but no sockets and one process, so',
    'that noise is small. What a socket costs is missing from both sides: a ratio is further from 1 here',
    'than over a network. Median of the rounds and of their ratios, in brackets the middle half.',
    '',
    table,
  ])
}
process.exit()

/** Runs a contestant's program here and takes the server that it lets listen. */
async function load(name: string, program: string): Promise<Server> {
  let server: Server | undefined
  const take = (message: unknown) => {
    server = (message as { server: Server }).server
  }
  subscribe('tracing:net.server.listen:asyncStart', take)
  process.env.PORT = '0'
  // The query makes it another module, so that the copy of the floor is a program of its own.
  await import(new URL(`../http/contestants/${program}?${name}`, import.meta.url).href)
  unsubscribe('tracing:net.server.listen:asyncStart', take)
  if (!server) throw new Error(`${name} lets no server listen.`)
  return server
}

function bytesOf({ method, path, body }: Exchange): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n`
  const length = body && Buffer.byteLength(body)
  const entity = `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
  return Buffer.from(head + (body === undefined ? '\r\n' : entity))
}
