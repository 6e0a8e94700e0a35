import { readFileSync } from 'node:fs'
import { createApp, Health } from '@fw/core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Database } from './health/src/database.ts'

const page = new URL('./health/', import.meta.url)

test('the application is ready as long as its database responds', async () => {
  const { container } = await createApp(page)
  const health = container.get(Health)
  expect(await health.report('all')).toMatchObject({
    status: 'up',
    checks: { disk: { details: { freeBytes: expect.any(Number) } } },
  })

  container.get(Database).connection.close()
  await expect
    .poll(() => health.report('ready'))
    .toMatchObject({
      status: 'down',
      checks: { database: { error: expect.stringContaining('not open') } },
    })
  expect(await health.report('live')).toEqual({ status: 'up', checks: {} })
})

test('the probes of the Kubernetes example use the admin port, and its grace period is longer than that of the process', () => {
  const { spec } = parse(readFileSync(new URL('kubernetes.yaml', page), 'utf8'))
  const { containers, terminationGracePeriodSeconds } = spec.template.spec
  const [{ env, ports, livenessProbe, readinessProbe }] = containers
  const value = (name: string) => env.find((each: { name: string }) => each.name === name).value
  const { containerPort } = ports.find(({ name }: { name: string }) => name === 'admin')

  expect(String(containerPort)).toBe(value('FW_ADMIN_PORT'))
  expect(livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'admin' })
  expect(readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'admin' })
  const end = parseInt(value('FW_SHUTDOWN_DELAY')) + Number(value('FW_SHUTDOWN_SECONDS'))
  expect(terminationGracePeriodSeconds).toBeGreaterThan(end)
})
