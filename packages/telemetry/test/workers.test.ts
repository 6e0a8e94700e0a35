import { expect, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { telemetryApplication } from './telemetry-application.ts'

test('the values of all processes are summed, including those of ended processes', async () => {
  const args = ['serve', '--workers', '2', '--with', 'queue']
  const ports = { HOST: '127.0.0.1', PORT: '0', FW_ADMIN_PORT: '0' }
  const fw = new FwProcess(telemetryApplication(), args, ports)
  const address = await fw.address()
  const [, admin = ''] = await fw.printed(/Health at (http:\S+)\/health/)
  const ask = async (path: string) =>
    (await fetch(address + path, { headers: { connection: 'close' } })).json()
  const askOrders = (count: number) =>
    Promise.all(Array.from({ length: count }, () => ask('/orders/7')))
  /** The requests and the jobs that were counted. */
  const counted = async () => {
    const text = await (await fetch(`${admin}/metrics`)).text()
    const counts = [/duration_seconds_count\{.*http_route="\/orders\/{id}",.* (\d+)$/m, jobs]
    return counts.map((count) => Number(count.exec(text)?.[1] ?? 0))
  }
  const jobs = /messaging_process_duration_seconds_count\{.* (\d+)$/m

  await askOrders(40)
  await fw.printed(/Working on default/)
  await ask('/orders/7/confirm')
  await expect.poll(counted).toEqual([40, 1])

  fw.child.kill('SIGHUP')
  await fw.printed(/All workers have been replaced/, 60)
  expect(await counted()).toEqual([40, 1])
  await askOrders(10)
  await expect.poll(counted).toEqual([50, 1])

  // The counts of its last report are kept.
  process.kill((await ask('/pid')) as number, 'SIGKILL')
  await fw.printed(/A worker has ended \(SIGKILL\)/)
  expect(await counted()).toEqual([50, 1])
  await askOrders(10)
  await expect.poll(counted).toEqual([60, 1])

  fw.child.kill('SIGTERM')
  expect(await fw.exit).toBe(0)
})
