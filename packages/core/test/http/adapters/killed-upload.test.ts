import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inRepositoryCopy } from '../../support/temporary-application.ts'
import { Connection } from './connection.ts'
import { ServingProcess } from './serving-process.ts'

const program = inRepositoryCopy('packages/core/test/http/adapters/fixtures/load-server.ts')
const day = 24 * 60 * 60

const opening = '--b\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n'
const half = 'x'.repeat(1_500_000)
const end = '\r\n--b--\r\n'
const head =
  'POST /uploads HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
  `Content-Length: ${opening.length + 2 * half.length + end.length}\r\n\r\n${opening}`

async function start(folder: string): Promise<ServingProcess> {
  const server = await ServingProcess.start(folder, program)
  onTestFinished(() => server.stop())
  return server
}

test('files of uploads to a killed process are removed by another process a day later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-killed-upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const killed = await start(folder)
  const client = await Connection.open(killed.port)
  client.send(head).send(half)
  await expect.poll(() => readdirSync(folder)).toHaveLength(1)
  await killed.stop('SIGKILL')
  client.close()
  const [left = ''] = readdirSync(folder)
  expect(left).toMatch(/^fw-upload-/)

  const upload = async () => {
    const server = await start(folder)
    const connection = await Connection.open(server.port)
    connection.send(head).send(half).send(half).send(end)
    expect((await connection.readResponse()).status).toBe(200)
    connection.close()
  }
  writeFileSync(join(folder, 'of-another-program'), '')
  age('of-another-program', 2 * day)
  age(left, day - 60)
  await upload()
  expect(readdirSync(folder)).toEqual([left, 'of-another-program'])
  age(left, day + 60)
  await upload()
  await expect.poll(() => readdirSync(folder)).toEqual(['of-another-program'])

  function age(name: string, seconds: number): void {
    const time = Date.now() / 1000 - seconds
    utimesSync(join(folder, name), time, time)
  }
})
