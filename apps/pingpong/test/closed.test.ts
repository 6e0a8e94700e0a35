import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from '@fw/core'
import { serve } from '@fw/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { runFw } from '../../../packages/core/test/support/fw-process.ts'
import { DocumentedResponses } from '../../../packages/core/test/features/openapi/documented-responses.ts'
import { importableApplication } from '../../../packages/core/test/support/temporary-application.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

const headers = { authorization: `Basic ${btoa('ada:a long password')}` }

test('the file in the README protects the application, and the page works with the password', async () => {
  const ask = await startClosed()
  for (const path of ['/', '/assets/page.js', '/pong/tally', '/openapi.json', '/docs']) {
    expect([path, (await ask(path)).status]).toEqual([path, 401])
  }
  expect((await ask('/mcp', { method: 'POST' })).status).toBe(401)
  const refused = await ask('/pong/direct', { method: 'POST' })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Basic realm="pingpong", charset="UTF-8"')

  for (const path of ['/', '/assets/page.js', '/openapi.json', '/docs']) {
    expect([path, (await ask(path, { headers })).status]).toEqual([path, 200])
  }
  expect((await ask('/pong/direct', { method: 'POST', headers })).status).toBe(204)
  expect(await (await ask('/pong/tally', { headers })).json()).toMatchObject({ total: 1 })
  const wrong = { authorization: `Basic ${btoa('ada:another password')}` }
  expect((await ask('/pong/tally', { headers: wrong })).status).toBe(401)
})

/** The application with the file added, and asked over a socket. */
async function startClosed() {
  const callers = readFileSync(join(folder, 'test/examples/callers.ts'), 'utf8')
  const root = importableApplication({
    'package.json': readFileSync(join(folder, 'package.json'), 'utf8'),
    'src/callers.ts': callers,
  })
  const settings = {
    TEAM_PASSWORD: 'a long password',
    DB_NAME: join(root, 'pings.sqlite'),
    SOCKET_PORT: 1,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(root, '.env'), lines.join(''))
  for (const each of ['src', 'public', 'migrations']) {
    cpSync(join(folder, each), join(root, each), { recursive: true })
  }
  await runFw(root, ['migrate'])
  const { kernel, container } = await createApp(root)
  const server = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
    await container[Symbol.asyncDispose]()
  })
  const address = `http://127.0.0.1:${server.port}`
  const documented = await DocumentedResponses.of(address, headers)
  return (path: string, init?: RequestInit) => documented.fetch(address + path, init)
}
