import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { ServingProcess } from '../../packages/core/test/http/adapters/serving-process.ts'
import { soak, type SoakReport } from '../../packages/core/test/http/adapters/soak.ts'
import { writeEvidence } from '../evidence.ts'
import { soakDepartures } from './departures.ts'

const { values: options } = parseArgs({
  options: {
    idle: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '100000' },
    departures: { type: 'string', default: '1000000' },
    evidence: { type: 'boolean', default: false },
  },
})
const idle = Number(options.idle)
const requests = Number(options.requests)
const clients = 16
/**
 * Growth of the memory between two fifths of the requests and all of them that counts as level. The first fifth warms
 * up.
 */
const levelBytes = 30_000_000

const folder = mkdtempSync(join(tmpdir(), 'soak-'))
const server = await ServingProcess.start(folder)
const rows: string[] = []
const memories: number[] = []

try {
  const before = await untilQuiet()
  await addRow('before')
  const report = await soak(server.port, {
    idle,
    requests,
    clients,
    bytePause: 300,
    runEvery: 300,
    onResponse: onAnswer,
  })
  const after = await untilQuiet()
  await addRow('after, all clients gone')
  const growth = (memories.at(-1) as number) - (memories[1] as number)
  const isLevel = growth < levelBytes && isDeepStrictEqual(after, before)
  const lines = [...table(), '', ...describe(report), '', `Level: ${isLevel ? 'yes' : 'no'}.`]
  console.log(lines.join('\n'))
  const left = await soakDepartures(Number(options.departures), levelBytes)
  lines.push('', ...left.lines, '', `Level: ${left.isLevel ? 'yes' : 'no'}.`)
  console.log(lines.slice(-left.lines.length - 3).join('\n'))
  if (!isLevel || !left.isLevel) process.exitCode = 1
  if (options.evidence) writeEvidence('soak', lines)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function onAnswer(answered: number): Promise<void> {
  if (answered % (requests / 5) !== 0) return
  await addRow(`${answered.toLocaleString('en')} requests`)
  memories.push((await server.usage()).memory)
}

async function addRow(name: string): Promise<void> {
  const { memory, highestMemory, resources, descriptors } = await server.usage()
  const [now, highest] = [memory, highestMemory].map((bytes) => (bytes / 1e6).toFixed(0))
  const { TCPSocketWrap: sockets = 0, Timeout: timers = 0 } = resources
  const files = readdirSync(folder).length
  rows.push(
    `| ${name} | ${now} | ${highest} | ${sockets} | ${timers} | ${descriptors} | ${files} |`,
  )
}

function table(): string[] {
  return [
    '| | RSS, MB | highest, MB | sockets | timers | descriptors | temporary files |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ]
}

function describe({ times, misbehaved }: SoakReport): string[] {
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1)
  const turns = Object.entries(misbehaved).map(([name, count]) => `${name} ${count}`)
  return [
    `${idle} connections that asked once stayed open, and were answered again at the end. Meanwhile ${clients} clients sent`,
    `${requests} requests, each with the answer it should have: the median after ${at(0.5)} ms, 99% within ${at(0.99)} ms, the last`,
    `after ${at(1)} ms. Beside them ${clients} clients of each of these kinds, with the number of their turns: ${turns.join(', ')}.`,
  ]
}

/** The resources of the server when no connection, no timer and no immediate is left. */
async function untilQuiet() {
  for (;;) {
    const { resources, descriptors } = await server.usage()
    const files = readdirSync(folder)
    const { TCPSocketWrap: sockets, Timeout: timers, Immediate: immediates } = resources
    if (!sockets && !timers && !immediates && files.length === 0) {
      return { resources, descriptors }
    }
    await sleep(200)
  }
}
