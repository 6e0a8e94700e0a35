import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ResourceUsage } from '../http/adapters/fixtures/resource-usage.ts'
import { ServingProcess } from '../http/adapters/serving-process.ts'
import { inRepositoryCopy } from '../support/temporary-application.ts'
import { attackHttp } from './attack-http.ts'
import { hostileHttp } from './hostile-http.ts'

const program = inRepositoryCopy('packages/core/test/attack/fixtures/attacked-server.ts')
const mebibyte = 1024 * 1024

test('hostile requests are rejected or handled in order, and leave nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-attack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = await ServingProcess.start(folder, program)
  onTestFinished(() => server.stop())
  // The seed in the error repeats the run.
  const seed = Number(process.env['FW_ATTACK_SEED'] ?? Date.now() % 2 ** 32)
  const send = async (inputs: number) => {
    const attack = { inputs, clients: 4, seed: seed + inputs, create: hostileHttp }
    const { kinds, faults } = await attackHttp(server.port, attack)
    expect(faults, `FW_ATTACK_SEED=${seed}`).toEqual([])
    await expect
      .poll(() => server.usage())
      .toSatisfy(({ resources }: ResourceUsage) => !resources['TCPSocketWrap'])
    return kinds
  }
  await send(1000)
  const before = await server.usage()

  const kinds = await send(1500)

  const after = await server.usage()
  expect(Object.keys(kinds).length).toBe(22)
  expect(after.descriptors).toBe(before.descriptors)
  expect(after.memory - before.memory).toBeLessThan(100 * mebibyte)
  expect(readdirSync(folder)).toEqual([])
})
