import { assert, array, asyncProperty } from 'fast-check'
import { payVisits } from '../../../packages/core/test/http/departures/departing-clients.ts'
import {
  DeparturesServer,
  type Runtime,
} from '../../../packages/core/test/http/departures/departures-server.ts'
import {
  paths,
  sampleVisits,
  visitsTo,
  type Visit,
} from '../../../packages/core/test/http/departures/visit.ts'
import type { CaseList, Judge } from '../judge.ts'

/** How long the server may hold what a client has left, in milliseconds. */
const settleLimit = 5_000

export const judge: Judge = {
  name: 'clients',
  source:
    'A generator of clients that stop, reset, half-close or trickle at every stage, and one of applications that read, wait and ' +
    'send in every way; the command takes Bun and Deno, too, and another seed each time',
  isQuick: true,
  async run(list, isThorough) {
    await visitAll('Node', list, isThorough)
    if (!isThorough) return
    await visitAll('Bun', list, isThorough)
    await visitAll('Deno', list, isThorough)
  },
}

async function visitAll(runtime: Runtime, list: CaseList, isThorough: boolean): Promise<void> {
  const server = await DeparturesServer.start(runtime)
  try {
    // Loads what is loaded on first use.
    await payVisits(server.port, sampleVisits(0, 100).map(stays), 16)
    const { descriptors } = await server.level()
    for (const path of paths) {
      await list.check(`${runtime}: ${path}`, () => visit(server, path, isThorough))
      // Other paths fail for the same reason, as a rule, and shrinking takes time.
      if (list.verdicts.at(-1)?.failure !== undefined) return
    }
    await list.check(`${runtime}: no descriptor stays open`, async () => {
      const left = (await server.level()).descriptors
      // Bun keeps the connections of some clients that were reset: its own server, without fw, does the same.
      if (left > descriptors && runtime !== 'Bun') throw new Error(`${left}, not ${descriptors}.`)
    })
  } finally {
    await server.stop()
  }
}

function stays(visit: Visit): Visit {
  return { ...visit, leave: 'never' }
}

/** Sends clients in groups. A group that goes wrong shrinks to the smallest one that does; the error has the seed. */
function visit(server: DeparturesServer, path: string, isThorough: boolean): Promise<void> {
  const groups = array(visitsTo(path), { minLength: 1, maxLength: 8, size: 'max' })
  const property = asyncProperty(groups, async (visits) => {
    // What an earlier group has left behind does not count: a failing group has to shrink.
    const before = await server.quickLevel()
    await payVisits(server.port, visits, visits.length)
    await server.settle(settleLimit, before)
    if (server.end !== undefined) throw new Error(server.end)
  })
  // The limit includes the time for shrinking.
  const { limit, ...pace } = isThorough
    ? { numRuns: 40, seed: Number(process.env['SEED'] ?? Date.now() % 2 ** 31), limit: 120_000 }
    : { numRuns: 5, seed: 1, limit: 60_000 }
  return assert(property, { ...pace, interruptAfterTimeLimit: limit })
}
