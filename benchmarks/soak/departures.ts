import { payVisits } from '../../packages/core/test/http/departures/departing-clients.ts'
import { DeparturesServer } from '../../packages/core/test/http/departures/departures-server.ts'
import { sampleVisits, type Visit } from '../../packages/core/test/http/departures/visit.ts'

export interface DepartureReport {
  readonly lines: readonly string[]
  /** True if everything but the memory returned to where it began, and the memory stayed. */
  readonly isLevel: boolean
}

const clients = 48
const batch = 10_000

/**
 * Sends `count` requests whose clients leave at random moments. Rejects if the process ends or a client that stays gets
 * no response. `levelBytes` is the growth of the memory between two fifths of the requests and all that counts as level: the first
 * fifth warms up.
 */
export async function soakDepartures(count: number, levelBytes: number): Promise<DepartureReport> {
  const server = await DeparturesServer.start('Node')
  try {
    await payVisits(server.port, sampleVisits(0, 500), clients)
    const before = await server.settled()
    const rows = [row('before', before)]
    const memories: number[] = []
    for (let fifth = 1; fifth <= 5; fifth += 1) {
      await payVisits(server.port, visits(fifth, count / 5), clients)
      const level = await server.settled()
      memories.push(level.memory)
      rows.push(row(`${((count / 5) * fifth).toLocaleString('en')} requests`, level))
      if (server.end) throw new Error(server.end)
    }
    const growth = (memories.at(-1) as number) - (memories[1] as number)
    const isLevel =
      growth < levelBytes && (await server.settled()).descriptors <= before.descriptors
    return { lines: [...heading, ...rows], isLevel }
  } finally {
    await server.stop()
  }
}

const heading = [
  '| clients that leave | RSS, MB | unsettled | open bodies | free permits | descriptors | temporary files |',
  '|---|---|---|---|---|---|---|',
]

type Settled = Awaited<ReturnType<DeparturesServer['settled']>>

function row(name: string, level: Settled): string {
  const { memory, unsettled, openBodies, permits, descriptors, files } = level
  const megabytes = (memory / 1e6).toFixed(0)
  return `| ${name} | ${megabytes} | ${unsettled} | ${openBodies} | ${permits} | ${descriptors} | ${files} |`
}

/** A sample of a million concurrent visits would need more memory than the server. */
function* visits(seed: number, count: number): Generator<Visit> {
  for (let made = 0; made < count; made += batch) {
    yield* sampleVisits(seed * 1_000_000 + made, Math.min(batch, count - made))
  }
}
