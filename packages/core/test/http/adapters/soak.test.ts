import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inRepositoryCopy } from '../../support/temporary-application.ts'
import type { ResourceUsage } from './fixtures/resource-usage.ts'
import { ServingProcess } from './serving-process.ts'
import { soak } from './soak.ts'

const program = inRepositoryCopy('packages/core/test/http/adapters/fixtures/load-server.ts')

test('idle, slow, broken and disconnecting clients block no other client, and leave nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-soak-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = await ServingProcess.start(folder, program)
  onTestFinished(() => server.stop())
  const held = async () => {
    const { resources, descriptors } = await server.usage()
    return { resources, descriptors, files: readdirSync(folder) }
  }
  // The first upload loads the parser.
  const warmUp = { idle: 1, requests: 500, clients: 1, bytePause: 1, runEvery: 50 }
  await soak(server.port, warmUp)
  const isIdle = ({ resources }: ResourceUsage) =>
    !['TCPSocketWrap', 'Timeout', 'CloseReq', 'FSReqCallback'].some((name) => resources[name])
  await expect.poll(() => server.usage()).toSatisfy(isIdle)
  const before = await held()

  const { times, misbehaved } = await soak(server.port, {
    idle: 200,
    requests: 1000,
    clients: 4,
    bytePause: 2,
    runEvery: 50,
  })

  expect(times).toHaveLength(1000)
  expect(Object.values(misbehaved).every((turns) => turns >= 4)).toBe(true)
  expect(Object.keys(misbehaved)).toHaveLength(7)
  await expect.poll(held).toEqual(before)
  expect(before.files).toEqual([])
})
