import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { Config } from '@fw/core'
import { expect, test } from 'vitest'
import { FwProcess } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { filesOf } from '../../../spec/repository.ts'
import { SocketSettings } from '../src/live/socket-settings.ts'
import { createPage } from '../src/page/page.ts'
import { eventually, post, startLive } from './live.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const example = readFileSync(`${folder}.env.example`, 'utf8')
const shown = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))

test('the backend publishes with the configured credentials', async () => {
  const credentials = { appId: 'other', key: 'other-key', secret: 'other-secret' }
  const { appId, key, secret } = credentials
  const given = { SOCKET_APP_ID: appId, SOCKET_KEY: key, SOCKET_SECRET: secret }
  await using live = await startLive(given, credentials)
  await post(live.application, '/pong/direct')
  await eventually(() => live.actions.length === 3)
})

test('a browser connects to localhost:6001 unless configured otherwise', () => {
  const pageOf = (values: Record<string, string>) =>
    createPage(new SocketSettings(Config.of(values)))
  expect(pageOf({})).toContain('"host":"localhost","port":6001}')
  const elsewhere = { SOCKET_BROWSER_HOST: 'live.example', SOCKET_BROWSER_PORT: '443' }
  expect(pageOf(elsewhere)).toContain('"host":"live.example","port":443}')
})

test('the socket server uses port 6001 unless configured otherwise', async () => {
  const server = new FwProcess(inRepositoryCopy('apps/pingpong'), ['sockets:serve'], {
    DB_NAME: ':memory:',
  })
  // Another process may use the port, which is reported as well.
  await server.printed(
    /(Sockets on ws:\/\/localhost:|Another process is already listening on port )6001\b/,
  )
})

test('.env.example lists every key that is read, with its default', () => {
  const defaults = readKeys()
  expect(defaults.size).toBeGreaterThan(15)
  for (const [key, values] of defaults) expect(values, key).toContain(shown[key])
})

test('the containers only set keys that .env.example lists', () => {
  const compose = readFileSync(`${folder}compose.yaml`, 'utf8')
  const given = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, key = '']) => key)
  expect(given).toContain('QUEUE_CONNECTION')
  for (const key of given) expect(shown).toHaveProperty(key)
})

/** The keys that the application and its queue read, each with its defaults. */
function readKeys(): Map<string, string[]> {
  const sources = filesOf('{apps/pingpong,packages/queue}/src/**/*.ts').map(({ text }) => text)
  const reads = sources
    .join('')
    .matchAll(/\.(?:string|int|float|oneOf)\(\s*'([A-Z_]+)',(?: \[.*?\],)? ([^)]*)\)/g)
  const keys = new Map<string, string[]>()
  for (const [, key = '', fallback = ''] of reads) {
    const value = fallback === 'this.port' ? '6001' : fallback.replaceAll("'", '')
    keys.set(key, [...(keys.get(key) ?? []), value])
  }
  return keys
}
