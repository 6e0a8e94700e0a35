import '@fw/transform/register'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { contestants } from '../http/contestants.ts'
import { type Exchange, rows } from '../http/rows.ts'
import { runInProcess } from '../in-process.ts'
import type { MeasuredCall } from '../measure.ts'
import { Wire } from './wire.ts'

const wires: Record<string, Wire> = {}
for (const { name, program } of contestants) {
  if (name !== 'nest') wires[name] = new Wire(await load(name, program))
}

await runInProcess<Buffer>({
  name: 'wire',
  description: [
    'The HTTP benchmark over connections in memory: all of node:http, but no sockets and one process, so',
    'that noise is small. What a socket costs is missing from both sides: a ratio is further from 1 here',
    'than over a network. Median of the rounds and of their ratios, in brackets the middle half.',
  ],
  subject: 'row',
  contestants: Object.fromEntries(
    Object.entries(wires).map(([name, wire]) => [name, (bytes) => wire.ask(bytes)]),
  ),
  rows: Object.fromEntries(
    Object.entries(rows).map(([title, exchange]) => {
      const request = bytesOf(exchange)
      return [
        title,
        {
          verify: async (ask: MeasuredCall<Buffer>, name: string) => {
            const answer = String(await ask(request))
            if (answer.endsWith(`\r\n\r\n${exchange.answer}`)) return
            throw new Error(`${name} answers ${title} with ${answer}`)
          },
          createInputs: () => Array.from({ length: 50 }, () => Buffer.from(request)),
          isAsync: true,
        },
      ]
    }),
  ),
  rounds: 15,
})
process.exit()

/** Runs a contestant's program here and takes the server that it lets listen. */
async function load(name: string, program: string): Promise<Server> {
  let server: Server | undefined
  const take = (message: unknown) => {
    server = (message as { server: Server }).server
  }
  subscribe('tracing:net.server.listen:asyncStart', take)
  process.env.PORT = '0'
  // The query makes it another module, so that the copy of the floor is a separate program.
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
