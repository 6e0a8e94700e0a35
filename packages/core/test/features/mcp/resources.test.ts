import { JsonLogger, McpResource } from '@fw/core'
import { McpError } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { Workshop } from './fixtures/workshop.ts'
import { serverOf } from './serving.ts'

const server = serverOf([Workshop])
const client = new McpTestClient(server)
const legacy = new McpTestClient(server, { era: 'legacy' })

describe('a resource', () => {
  test('is read by its URI, as text, bytes or JSON', async () => {
    expect(await client.readResource('app://manual')).toEqual([
      { uri: 'app://manual', mimeType: 'text/markdown', text: '# Manual' },
    ])
    expect(await client.readResource('app://photo')).toEqual([
      { uri: 'app://photo', mimeType: 'application/octet-stream', blob: 'AQL/' },
    ])
    expect(await client.readResource('app://parts/7')).toEqual([
      { uri: 'app://parts/7', mimeType: 'application/json', text: '{"sku":"hammer","count":3}' },
    ])
  })

  test('receives the decoded values of its placeholders', async () => {
    const textOf = async (uri: string) => (await client.readResource(uri))[0]?.text
    expect(await textOf('app://files/a/b%20c.txt')).toBe('content of a/b c.txt')
  })

  test('that does not exist is -32602, or -32002 for the versions that define it', async () => {
    for (const uri of ['app://other', 'app://parts/8', 'app://parts/7/8', 'app://parts/']) {
      const message = `There is no resource "${uri}".`
      const refusal = { code: -32602, message, data: { uri } }
      await expect(client.readResource(uri)).rejects.toMatchObject(refusal)
      await expect(legacy.readResource(uri)).rejects.toMatchObject({ ...refusal, code: -32002 })
    }
  })

  test('refuses a placeholder without the declared type', async () => {
    const uri = 'app://parts/seven'
    await expect(client.readResource(uri)).rejects.toMatchObject({
      code: -32602,
      data: { uri, errors: { id: ['must be an integer.'] } },
    })
    await expect(client.request('resources/read', {})).rejects.toMatchObject({ code: -32602 })
  })

  test('that throws is -32603, and the logger gets the error', async () => {
    const lines: string[] = []
    const logger = new JsonLogger({ write: (line) => void lines.push(line) })
    const logged = new McpTestClient(serverOf([Workshop], { logger }))
    await expect(logged.readResource('app://broken')).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error.',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('A secret of the inside.')
  })

  test('that throws an McpError shows its message', async () => {
    class Locked {
      @McpResource('app://locked', 'locked', 'A.') async read(): Promise<string> {
        throw new McpError('It is locked.')
      }
    }
    await expect(
      new McpTestClient(serverOf([Locked])).readResource('app://locked'),
    ).rejects.toMatchObject({ code: -32603, message: 'It is locked.' })
  })

  test('is found in linear time', async () => {
    class Many {
      @McpResource('app://{a}-{b}-{c}-{d}-{e}x', 'many', 'A.') read(a: string): string {
        return a
      }
    }
    const many = new McpTestClient(serverOf([Many]))
    const start = performance.now()
    await expect(many.readResource(`app://${'-'.repeat(1_000_000)}`)).rejects.toThrow()
    expect(performance.now() - start).toBeLessThan(1000)
    expect((await many.readResource('app://1-2-3-4-5x'))[0]?.text).toBe('1')
  })
})
