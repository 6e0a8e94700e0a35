import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { Server } from '../http/server.ts'
import { median, ratioCell } from '../statistics.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const milliseconds = Number(options.seconds) * 1000
const uploads = mkdtempSync(join(tmpdir(), 'forms-'))
const expected = '{"f9":"value 9 ü","name":"notes.txt","size":1000}'

process.env.TMPDIR = uploads
process.env.FW_MAX_BODY_BYTES = String(100 * 1024 * 1024)
const fw = await Server.start({
  name: 'fw',
  program: '../../forms/contestants/fw.ts',
  imports: ['@fw/transform/register'],
})
const fastify = await Server.start({
  name: 'fastify',
  program: '../../forms/contestants/fastify.ts',
})
try {
  await main()
} finally {
  await Promise.all([fw.stop(), fastify.stop()])
  rmSync(uploads, { recursive: true })
}

async function main(): Promise<void> {
  const lines = [await compareForms(), '', ...(await measureUploads())]
  console.log(lines.join('\n'))
  if (options.evidence) {
    writeEvidence('forms', [
      'A form of ten fields and a file of 1,000 bytes: processor time per request of the server, median of',
      'rounds in turn, answers compared first. Then uploads of 50 MB by curl, one after the other.',
      '',
      ...lines,
    ])
  }
}

async function compareForms(): Promise<string> {
  const request = await createForm()
  const timings = { fw: [] as number[], fastify: [] as number[] }
  for (const server of [fw, fastify]) await ask(server, request, 16, milliseconds)
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2 === 0 ? [fw, fastify] : [fastify, fw]
    for (const server of turn) {
      const before = await server.usage()
      const answers = await ask(server, request, 16, milliseconds)
      const used = (await server.usage()).microseconds - before.microseconds
      timings[server.name as keyof typeof timings].push(used / answers)
    }
  }
  return [
    '| fastify + @fastify/multipart, µs | fw, µs | fw to fastify |',
    '|---|---|---|',
    `| ${median(timings.fastify).toFixed(1)} | ${median(timings.fw).toFixed(1)} | ${ratioCell(timings.fw, timings.fastify)} |`,
  ].join('\n')
}

async function createForm(): Promise<Buffer> {
  const form = new FormData()
  for (let field = 0; field < 10; field += 1) form.append(`f${field}`, `value ${field} ü`)
  form.append('document', new File(['x'.repeat(1000)], 'notes.txt', { type: 'text/plain' }))
  const written = new Response(form)
  const body = Buffer.from(await written.arrayBuffer())
  const head =
    'POST /profiles HTTP/1.1\r\nHost: localhost\r\n' +
    `Content-Type: ${written.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

/** Sends requests over some connections for a while, and returns the number of responses. */
async function ask(server: Server, request: Buffer, connections: number, time: number) {
  const until = performance.now() + time
  const all = Array.from({ length: connections }, () => askOnce(server.port, request, until))
  let answers = 0
  for (const count of await Promise.all(all)) answers += count
  return answers
}

function askOnce(port: number, request: Buffer, until: number): Promise<number> {
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  return new Promise((resolve, reject) => {
    let answers = 0
    let received = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += String(chunk)
      if (!received.endsWith('}')) return
      if (!received.endsWith(expected)) return reject(new Error(received))
      received = ''
      answers += 1
      if (performance.now() < until) socket.write(request)
      else {
        socket.destroy()
        resolve(answers)
      }
    })
  })
}

async function measureUploads(): Promise<string[]> {
  const file = join(uploads, 'large.bin')
  writeFileSync(file, Buffer.alloc(50_000_000, 'x'))
  const rows = [
    '| upload by curl | RSS before, MB | highest, MB | after, MB |',
    '|---|---|---|---|',
  ]
  await upload(file, 'POST')
  for (const method of ['POST', 'PUT']) {
    const before = memory('VmRSS')
    writeFileSync(`/proc/${fw.pid}/clear_refs`, '5')
    for (let count = 0; count < 3; count += 1) await upload(file, method)
    rows.push(`| 3 × 50 MB, ${method} | ${before} | ${memory('VmHWM')} | ${memory('VmRSS')} |`)
  }
  rmSync(file)
  rows.push('', `Temporary files left: ${readdirSync(uploads).length}.`)
  return rows
}

async function upload(file: string, method: string): Promise<void> {
  const fields = Array.from({ length: 10 }, (_, field) => ['-F', `f${field}=x`]).flat()
  const url = `http://127.0.0.1:${fw.port}/profiles`
  const form = [...fields, '-F', `document=@${file}`]
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-X', method, ...form, url])
  if (!stdout.includes('"size":50000000')) throw new Error(stdout)
}

/** A figure of the server's process, in MB. */
function memory(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${fw.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}
