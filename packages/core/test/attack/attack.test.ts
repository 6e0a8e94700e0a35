import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ServingProcess } from '../http/adapters/serving-process.ts'
import { inRepositoryCopy } from '../support/temporary-application.ts'
import { attackHttp } from './attack-http.ts'
import { attackStdio } from './attack-stdio.ts'
import { hostileCast } from './hostile-casts.ts'
import { hostileMcp } from './hostile-mcp.ts'

// FW_ATTACK_INPUTS=100000 FW_ATTACK_SEED=2 npx vitest run packages/core/test/attack/attack.test.ts
const inputs = Number(process.env['FW_ATTACK_INPUTS'] ?? 2000)
const seed = Number(process.env['FW_ATTACK_SEED'] ?? 1)
const timeout = 60_000 + inputs * 20

async function start(name: string): Promise<ServingProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-attack-'))
  const program = inRepositoryCopy(`packages/core/test/attack/fixtures/${name}.ts`)
  const server = await ServingProcess.start(folder, program)
  onTestFinished(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  return server
}

describe(`${inputs} hostile inputs`, () => {
  test(
    'as MCP messages over HTTP: each has its own response, and the server continues',
    async () => {
      const server = await start('attacked-server')
      const report = await attackHttp(server.port, { inputs, clients: 8, seed, create: hostileMcp })
      expect(report.faults).toEqual([])
      expect(Object.keys(report.kinds)).toHaveLength(2)
      expect(Object.keys(report.statuses)).toEqual(['200', '202', '400', '404'])
      expect(server.end).toBeUndefined()
    },
    timeout,
  )

  test(
    'as MCP lines: each request has one response, and standard output contains nothing else',
    async () => {
      const report = await attackStdio(await start('attacked-stdio'), { inputs, seed })
      expect(report.faults).toEqual([])
    },
    timeout,
  )

  test(
    'as values: each becomes one of its type, or an error',
    async () => {
      const server = await start('attacked-server')
      const attack = { inputs, clients: 8, seed, create: hostileCast }
      const report = await attackHttp(server.port, attack)
      expect(report.faults).toEqual([])
      expect(Object.keys(report.kinds)).toHaveLength(5)
      expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '400', '422']))
      expect(server.end).toBeUndefined()
    },
    timeout,
  )
})
