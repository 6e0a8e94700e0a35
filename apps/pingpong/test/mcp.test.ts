import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serve } from '@fw/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { fwProgram } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { post, startLive } from './live.ts'

const folder = inRepositoryCopy('apps/pingpong')

async function callBreakdown(transport: Parameters<Client['connect']>[0]) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  expect(tools.map(({ name, inputSchema }) => [name, inputSchema.properties ?? {}])).toEqual([
    ['ping_scenario_breakdown', {}],
  ])
  return (await client.callTool({ name: 'ping_scenario_breakdown', arguments: {} }))
    .structuredContent
}

test('agents get the breakdown over both transports', async () => {
  const data = await mkdtemp(join(tmpdir(), 'pingpong-'))
  const file = join(data, 'pings.sqlite')
  await using live = await startLive({ DB_NAME: file })
  onTestFinished(() => rm(data, { recursive: true }))
  await post(live.application, '/pong/direct')
  const server = await serve(live.application.kernel, { port: 0, host: '127.0.0.1' })
  const none = { count: 0, percentage: 0 }
  const expected = {
    total: 1,
    byScenario: { direct: { count: 1, percentage: 100 }, queued: none, cron: none },
  }
  const url = new URL(`http://127.0.0.1:${server.port}/mcp`)
  expect(await callBreakdown(new StreamableHTTPClientTransport(url))).toEqual(expected)
  await server.close()

  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [fwProgram(folder), 'mcp:serve'],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', DB_NAME: file },
  })
  expect(await callBreakdown(stdio)).toEqual(expected)
})
