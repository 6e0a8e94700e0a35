import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const suite = import.meta.resolve('@modelcontextprotocol/conformance/package.json')
const program = new URL('dist/index.js', suite)
const runner = fileURLToPath(new URL('run-suite.ts', import.meta.url))

/** A check of a scenario, with its status in the words of the suite. */
export interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
  readonly details?: unknown
}

/** The checks of each scenario that ran. */
export type Scenarios = ReadonlyMap<string, readonly Check[]>

/** Runs the suite against a server, once for each list of arguments; returns the scenarios by the names of the lists. */
export async function runSuite(
  url: string,
  runs: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<Map<string, Scenarios>> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const args = Object.entries(runs).flatMap(([name, lists]) =>
    lists.map((list) =>
      JSON.stringify(['server', '--url', url, ...list, '--output-dir', join(folder, name)]),
    ),
  )
  try {
    await promisify(execFile)(process.execPath, [runner, program.href, ...args], { cwd: folder })
    return new Map(Object.keys(runs).map((name) => [name, readScenarios(join(folder, name))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readScenarios(folder: string): Scenarios {
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/u, '$1'),
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    ]),
  )
}

/** The names of the scenarios for servers. */
export async function listScenarios(): Promise<string[]> {
  const args = [fileURLToPath(program), 'list']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const [ofServers = ''] = stdout.split('\nClient scenarios')
  return [...ofServers.matchAll(/^ {2}- (\S+)/gmu)].map(([, name]) => name as string)
}
