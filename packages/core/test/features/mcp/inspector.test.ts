import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inRepositoryCopy } from '../../support/temporary-application.ts'
import { Workshop } from './fixtures/workshop.ts'
import { kernelOf, type Json } from './serving.ts'

const manifest = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/package.json'))
const program = join(manifest, '../clients/launcher/build/index.js')
const folder = inRepositoryCopy('packages/core/test/features/mcp/fixtures')

async function inspect(target: readonly string[], ...words: string[]): Promise<Json> {
  const all = [program, '--cli', ...target, ...words]
  return JSON.parse((await promisify(execFile)(process.execPath, all, { cwd: folder })).stdout)
}

async function listAndCall(target: readonly string[]): Promise<void> {
  const { tools } = await inspect(target, '--method', 'tools/list')
  expect(tools.map(({ name }: { name: string }) => name)).toContain('greet')
  const call = ['--method', 'tools/call', '--tool-name', 'greet', '--tool-arg', 'name=Ada']
  const { content } = await inspect(target, ...call)
  expect(content).toEqual([{ type: 'text', text: 'Hello Ada.' }])
  const read = ['--method', 'resources/read', '--uri', 'app://manual']
  expect((await inspect(target, ...read)).contents[0].text).toBe('# Manual')
}

describe('the command line of the official inspector lists, calls and reads', () => {
  test('over HTTP', async () => {
    const { port, close } = await serve(kernelOf([Workshop]), { port: 0, host: '127.0.0.1' })
    onTestFinished(close)
    await listAndCall([`http://127.0.0.1:${port}/mcp`, '--transport', 'http'])
  })

  test('over stdio', async () => {
    await listAndCall([process.execPath, '--import', '@fw/transform/register', 'serve-stdio.ts'])
  })
})
