import type { CaseList } from '../judge.ts'
import { runScanner } from './programs.ts'

const modes = {
  'slow headers': ['-H', '/api/tags'],
  'slow body': ['-B', '/api/users/login'],
  'overlapping ranges': ['-R', '/'],
  'slow read': ['-X', '/api/articles?limit=100'],
}

// 200 connections, 100 a second, for 12 seconds; the tool gives up on a probe after 3 seconds.
const load = ['-c', '200', '-r', '100', '-l', '12', '-i', '2', '-p', '3']

/** Each case is a mode of slowhttptest, while which others are served. */
export async function judgeSlowClients(address: string, cases: CaseList): Promise<void> {
  for (const [name, [mode = '', path = '']] of Object.entries(modes)) {
    await cases.check(`slowhttptest: ${name}`, async () => {
      const end = new AbortController()
      const scan = runScanner('slowhttptest', [mode, ...load, '-u', address + path])
      const outcomes = await Promise.allSettled([
        scan.finally(() => end.abort()),
        probe(`${address}/api/tags`, end.signal),
      ])
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      expectAvailable(await scan)
    })
  }
}

/** Throws if one of the tool's own probes has found no service. */
function expectAvailable(output: string): void {
  const states = [...output.matchAll(/service available:[^A-Z]*([A-Z]+)/gu)]
  const refused = states.filter(([, state]) => state !== 'YES')
  if (states.length === 0 || refused.length > 0) {
    throw new Error(`Not available in ${refused.length} of ${states.length} reports.`)
  }
}

/** Sends one request after another until the signal; rejects if one fails or takes more than 3 seconds. */
async function probe(url: string, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(3000) })
    if (status !== 200) throw new Error(`Another client gets ${status}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
