import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '@fw/core'
import { DocsResource, McpDiscovery } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { importableApplication, temporaryApplication } from '../../support/temporary-application.ts'
import { legacyPost, modernMessage, serverOf } from './serving.ts'

const docs = new URL('../../../docs/', import.meta.url)
const pages = readdirSync(docs)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace('.md', ''))

const application = (write = temporaryApplication) =>
  write({
    'package.json': '{ "type": "module", "name": "noisy", "version": "2.0.0" }',
    'src/noisy.ts': `import { McpResource, McpTool } from '@fw/core'
import type { ProgressReporter } from '@fw/core/mcp'
console.log('loaded')
process.stdout.write('loaded too\\n')
export class Noisy {
  @McpTool('speak', 'Speaks while it works.')
  async speak(progress: ProgressReporter): Promise<string> {
    console.log('working')
    console.info('{"jsonrpc":"2.0"}')
    console.table([1])
    process.stdout.write('working\\n')
    progress.report(1)
    await Promise.resolve()
    console.error('done')
    return 'done'
  }
  @McpTool('wait', 'Waits for ever.')
  wait(): Promise<void> { return new Promise(() => {}) }
  @McpResource('app://note', 'note', 'A note.')
  note() { console.dir({}); return 'a note' }
}
`,
  })

const line = (message: unknown) => `${JSON.stringify(message)}\n`
const call = (id: number, name: string, _meta = {}) =>
  line({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, _meta } })

describe('fw mcp:serve', () => {
  test('introduces itself with the data of package.json', async () => {
    const root = application()
    const manifest = { type: 'module', fw: { mcp: { title: 'Noise', instructions: 'Listen.' } } }
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
    const fw = new FwProcess(root, ['mcp:serve'])
    fw.child.stdin.end(line({ jsonrpc: '2.0', id: 1, method: 'initialize' }))
    expect(await fw.exit).toBe(0)
    expect(JSON.parse(fw.stdout)).toMatchObject({
      result: { serverInfo: { title: 'Noise' }, instructions: 'Listen.' },
    })

    writeFileSync(
      join(root, 'package.json'),
      '{ "type": "module", "fw": { "mcp": { "title": 7 } } }',
    )
    const failed = new FwProcess(root, ['mcp:serve'])
    expect(await failed.exit).toBe(1)
    expect(failed.stderr).toContain('"fw.mcp.title" in package.json is not a string. Write: "fw"')
  })

  test('serves discovered tools, and keeps everything else off standard output', async () => {
    const fw = new FwProcess(application(), ['mcp:serve'])
    fw.child.stdin.write(line({ jsonrpc: '2.0', id: 1, method: 'initialize' }))
    fw.child.stdin.write(call(2, 'speak', { progressToken: 't' }))
    fw.child.stdin.write(
      line(modernMessage({ method: 'resources/read', params: { uri: 'app://note' } }, 3)),
    )
    fw.child.stdin.end()
    expect(await fw.exit).toBe(0)

    const messages = fw.stdout
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text))
    const response = (id: number) => messages.find((message) => message.id === id).result
    expect(messages).toHaveLength(4)
    expect(response(1).serverInfo).toEqual({ name: 'noisy', version: '2.0.0' })
    expect(messages[1].params).toEqual({ progressToken: 't', progress: 1 })
    expect(response(2).content).toEqual([{ type: 'text', text: 'done' }])
    expect(response(3).contents[0].text).toBe('a note')
    for (const noise of ['loaded', 'loaded too', 'working', '{"jsonrpc":"2.0"}', 'done']) {
      expect(fw.stderr).toContain(noise)
    }
  })

  test('prints requested help, and nothing else, on standard output', async () => {
    const fw = new FwProcess(application(), ['mcp:serve', '--help'])
    expect(await fw.exit).toBe(0)
    expect(fw.stdout).toMatch(/^Usage: fw mcp:serve/)
    expect(fw.stdout).not.toContain('loaded')
  })

  test('ends after SIGTERM, even if calls still run', async () => {
    const fw = new FwProcess(application(), ['mcp:serve'], { FW_SHUTDOWN_SECONDS: '600' })
    fw.child.stdin.write(call(1, 'wait') + line({ jsonrpc: '2.0', id: 2, method: 'ping' }))
    await fw.printed(/"id":2/)
    fw.child.kill('SIGTERM')
    expect(await fw.exit).toBe(0)
  })

  test('ends when its responses are no longer read', async () => {
    const fw = new FwProcess(application(), ['mcp:serve'])
    fw.child.stdin.write(line({ jsonrpc: '2.0', id: 1, method: 'ping' }))
    await fw.printed(/"id":1/)
    fw.child.stdout.destroy()
    fw.child.stdin.on('error', () => undefined)
    fw.child.stdin.write(call(2, 'wait') + line({ jsonrpc: '2.0', id: 3, method: 'ping' }))
    expect(await fw.exit).toBe(0)
    expect(fw.stderr).not.toContain('EPIPE')
  })

  test('offers the documentation', async () => {
    const fw = new FwProcess(application(), ['mcp:serve'])
    fw.child.stdin.end(line({ jsonrpc: '2.0', id: 1, method: 'resources/list' }))
    await fw.exit
    const uris = JSON.parse(fw.stdout).result.resources.map(({ uri }: { uri: string }) => uri)
    expect(uris).toEqual(['app://note', ...pages.map((page) => `fw://docs/${page}`)])
  })
})

test('DocsResource offers each page as its Markdown source', async () => {
  const client = new McpTestClient(serverOf([DocsResource]))
  const resources = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(pages.map((page) => `fw://docs/${page}`))
  expect(resources.find(({ name }) => name === 'mcp')).toEqual({
    uri: 'fw://docs/mcp',
    name: 'mcp',
    title: 'Agents (MCP)',
    description: expect.stringMatching(/^\w.*\.$/),
    mimeType: 'text/markdown',
  })
  for (const page of pages) {
    const [contents] = await client.readResource(`fw://docs/${page}`)
    expect(contents).toMatchObject({
      mimeType: 'text/markdown',
      text: readFileSync(new URL(`${page}.md`, docs), 'utf8'),
    })
  }
  await expect(client.readResource('fw://docs/../package')).rejects.toMatchObject({ code: -32602 })
})

describe('an application', () => {
  test('is discovered through the entry point @fw/core/mcp', async () => {
    const registry = await McpDiscovery.discover(application(importableApplication))
    expect([...registry.tools.keys()]).toEqual(['speak', 'wait'])
    expect(registry.resources.map(({ uri }) => uri)).toEqual(['app://note'])
    const transport: object = await import('@fw/core/mcp')
    for (const name of [
      'McpServer',
      'McpRegistry',
      'McpDispatcher',
      'McpDiscovery',
      'DocsResource',
      'ProgressReporter',
      'McpError',
    ]) {
      expect(transport).toHaveProperty(name)
    }
  })

  test('has /mcp if it declares tools or resources', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'initialize' }
    const { kernel } = await createApp(application(importableApplication))
    const response = await (await kernel.fetch(legacyPost(ping))).json()
    expect(response.result.serverInfo).toEqual({ name: 'noisy', version: '2.0.0' })

    const without = await createApp(importableApplication({ 'src/empty.ts': 'export {}' }))
    expect((await without.kernel.fetch(legacyPost(ping))).status).toBe(404)
  })

  test('sets the allowed hosts in FW_MCP_ALLOWED_HOSTS', async () => {
    const root = application(importableApplication)
    const request = () =>
      legacyPost({ jsonrpc: '2.0', id: 1, method: 'ping' }, { host: 'api.example.com' })
    expect((await (await createApp(root)).kernel.fetch(request())).status).toBe(403)
    writeFileSync(`${root}/.env`, 'FW_MCP_ALLOWED_HOSTS=api.example.com, other.example.com\n')
    expect((await (await createApp(root)).kernel.fetch(request())).status).toBe(200)
  })
})
