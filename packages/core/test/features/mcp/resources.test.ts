import { readdirSync, readFileSync } from 'node:fs'
import { JsonLogger, McpResource } from '@fw/core'
import { DocsResource, McpError } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../support/linear-time.ts'
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

  test.each([
    ['app://{a}', 'app://x', ['x']],
    ['app://{a}', 'app://x%20%2Fy', ['x /y']],
    ['app://{a}', 'app://', undefined],
    ['app://{a}', 'app://x/y', undefined],
    ['app://{a}', 'app://%zz', undefined],
    ['app://{a}', 'app:/x', undefined],
    ['app://{a}', 'App://x', undefined],
    ['app://{+a}', 'app://x/y', ['x/y']],
    ['app://{+a}/{b}', 'app://x/y', ['x', 'y']],
    ['app://{a}/{b}', 'app://x/y', ['x', 'y']],
    ['app://{a}/{b}', 'app://x/', undefined],
    ['app://{a}/{b}', 'app:///y', undefined],
    ['app://{a}/{b}', 'app://x/y/z', undefined],
    ['app://{a}-{b}', 'app://x-y-z', ['x', 'y-z']],
    ['app://{a}-{b}', 'app://--y', ['-', 'y']],
    ['app://{a}.txt', 'app://x.txt', ['x']],
    ['app://{a}.txt', 'app://x.txt.md', undefined],
    ['app://{a}.txt', 'app://.txt', undefined],
    ['app://{a}/{b}.txt', 'app://x/y.txt', ['x', 'y']],
  ])('whose uri is %s is compared with %s', async (template, uri, values) => {
    class Echo {
      @McpResource(template, 'echo', 'The values.') read(a: string, b?: string): string[] {
        return b === undefined ? [a] : [a, b]
      }
    }
    const read = new McpTestClient(serverOf([Echo])).readResource(uri)
    if (values) expect(JSON.parse((await read)[0]?.text ?? '')).toEqual(values)
    else await expect(read).rejects.toThrow(`There is no resource "${uri}".`)
  })

  test('without placeholders is found by any spelling of its uri', async () => {
    const uri = 'app://man%75al'
    expect((await client.readResource(uri))[0]).toMatchObject({ uri, text: '# Manual' })
    await expect(client.readResource('app://manual%zz')).rejects.toThrow('There is no resource')
    class Same {
      @McpResource('app://man%75al', 'same', 'The same.') read(): string {
        return ''
      }
    }
    expect(() => serverOf([Workshop, Same])).toThrow('"app://man%75al" already exists: Workshop')
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
    expect(lines[0]).toContain('"uri":"app://broken"')
    expect(lines[0]).toContain('"message":"A resource could not be read."')
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
    await expectLinearTime(
      (size) => expect(many.readResource(`app://${'-'.repeat(size)}`)).rejects.toThrow(),
      5000,
    )
    expect((await many.readResource('app://1-2-3-4-5x'))[0]?.text).toBe('1')
  })
})

test('the pages of the documentation are resources', async () => {
  const folder = new URL('../../../docs/', import.meta.url)
  const reader = new McpTestClient(serverOf([DocsResource]))
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  const listed = await reader.listResources()
  const uris = files.toSorted().map((file) => `fw://docs/${file.replace('.md', '')}`)
  expect(listed.map(({ uri }) => uri)).toEqual(uris)
  const markdown = readFileSync(new URL('sessions.md', folder), 'utf8')
  const [heading = '', summary = ''] = markdown.split('\n\n')
  expect(listed.find(({ name }) => name === 'sessions')).toEqual({
    uri: 'fw://docs/sessions',
    name: 'sessions',
    title: heading.slice('# '.length),
    description: summary.split('\n').join(' '),
    mimeType: 'text/markdown',
  })
  const uri = 'fw://docs/sessions'
  const read = await reader.request('resources/read', { uri })
  expect(read).toMatchObject({
    contents: [{ uri, mimeType: 'text/markdown', text: markdown }],
    ttlMs: 3_600_000,
    cacheScope: 'public',
  })
})
