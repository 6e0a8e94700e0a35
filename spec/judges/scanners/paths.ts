import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseList } from '../judge.ts'
import { runScanner } from './programs.ts'

interface Response {
  readonly input: { readonly FUZZ: string }
  readonly status: number
}

/** Each case is a path: odd ones are no 500, and hidden files are 404. */
export async function judgePaths(address: string, folder: string, cases: CaseList): Promise<void> {
  for (const { path, status } of await request(address, folder, 'odd-paths.txt')) {
    await cases.check(`ffuf: /${path}`, () => {
      if (!(status < 500)) throw new Error(`The status is ${status}.`)
    })
  }
  for (const { path, status } of await request(address, folder, 'hidden-paths.txt')) {
    await cases.check(`ffuf: /${path} is hidden`, () => {
      if (status !== 404) throw new Error(`The status is ${status}.`)
    })
  }
}

/** The paths of a list, with the statuses that ffuf reports. */
async function request(address: string, folder: string, list: string) {
  const file = fileURLToPath(new URL(list, import.meta.url))
  const report = join(folder, `${list}.json`)
  // With more threads it loses results.
  const limits = ['-maxtime', '30', '-timeout', '5', '-t', '1']
  const args = ['-u', `${address}/FUZZ`, '-w', file, '-mc', 'all', '-s', ...limits, '-o', report]
  await runScanner('ffuf', args)
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as { results: Response[] }
  const statuses = new Map(results.map(({ input, status }) => [input.FUZZ, status]))
  const paths = readFileSync(file, 'utf8').trim().split('\n')
  return paths.map((path) => ({ path, status: statuses.get(path) ?? Number.NaN }))
}
