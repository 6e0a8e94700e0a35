import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { freePort } from '../../core/test/support/free-port.ts'

/** Skips a test where a program of Prometheus is not installed. */
export function skipUnlessInstalled(
  program: 'prometheus' | 'promtool',
  { skip }: TestContext,
): void {
  const isMissing = spawnSync(program, ['--version']).error !== undefined
  skip(isMissing, `no ${program}. Install it (apt-get install prometheus).`)
}

/**
 * The complaints of promtool; empty if there are none. `input` is its input if no argument names a
 * file.
 */
export function checkWithPromtool(words: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', ...words], { input })
  return status === 0 ? '' : `${String(stdout)}${String(stderr)}`
}

/** The result of a query: the labels of each series, and its value. */
export interface QuerySample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [seconds: number, value: string]
}

/** Starts Prometheus, until the test ends; gives what asks it. */
export async function startPrometheus(
  config: string,
): Promise<(query: string) => Promise<readonly QuerySample[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, config)
  const port = await freePort()
  const child = spawn('prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  onTestFinished(async () => {
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await closed
    rmSync(folder, { recursive: true, force: true })
  })
  return async (query) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
    // It may not listen yet.
    const response = await fetch(url).catch(() => undefined)
    const { data } = ((await response?.json()) ?? {}) as { data?: { result: QuerySample[] } }
    return data?.result ?? []
  }
}
