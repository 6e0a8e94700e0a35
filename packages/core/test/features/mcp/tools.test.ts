import { setTimeout as sleep } from 'node:timers/promises'
import { JsonLogger, McpTool } from '@fw/core'
import { ProgressReporter, type Progress } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { Workshop } from './fixtures/workshop.ts'
import { serverOf } from './serving.ts'

const client = new McpTestClient(serverOf([Workshop]))
const text = (text: string) => [{ type: 'text', text }]

describe('a tool', () => {
  test('is called by name, and its parameters are filled from one flat object', async () => {
    expect(await client.callTool('greet', { name: 'Ada', times: 2 })).toMatchObject({
      content: text('Hello Ada. Hello Ada.'),
      isError: false,
    })
    expect((await client.callTool('greet', { name: 'Ada' })).content).toEqual(text('Hello Ada.'))
  })

  test('gets hydrated arguments, or the caller gets all errors', async () => {
    const order = { customer: 'Ada', parts: [{ sku: 'hammer', count: 2 }, { sku: 'nail' }] }
    expect(await client.callTool('order', { order })).toMatchObject({ isError: false })

    const failed = await client.callTool('order', { order: { customer: 'A', parts: [{}] } })
    expect(failed.isError).toBe(true)
    expect(JSON.parse(String(failed.content[0]?.['text']))).toEqual({
      errors: {
        'order.customer': ['must be at least 3 characters.'],
        'order.parts.0.sku': ['is required.'],
      },
    })
    const wrong = await client.callTool('greet', { name: 'Adelheid', times: '2' })
    expect(JSON.parse(String(wrong.content[0]?.['text']))).toEqual({
      errors: { name: ['must be at most 5 characters.'], times: ['must be an integer.'] },
    })
  })

  test('that declares a class sends its object as text and as structured content', async () => {
    const result = await client.callTool('order', { order: { customer: 'Ada', parts: [] } })
    const receipt = { customer: 'Ada', total: 0, at: '1970-01-01T00:00:00.000Z' }
    expect(result.structuredContent).toEqual(receipt)
    expect(result.content).toEqual(text(JSON.stringify(receipt)))
  })

  test('returns text, data, content blocks or nothing', async () => {
    const { content, structuredContent } = await client.callTool('data')
    expect(content).toEqual(text('{"list":[1,2],"big":12,"huge":"18446744073709551616"}'))
    expect(structuredContent).toBeUndefined()
    expect((await client.callTool('blocks')).content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'resource_link', uri: 'app://a', name: 'A' },
    ])
    expect((await client.callTool('nothing')).content).toEqual([])
  })

  test('returns content blocks as they are, and any other data as JSON', async () => {
    let returned: unknown
    class Any {
      @McpTool('any', 'Returns data.')
      any(): unknown {
        return returned
      }
    }
    const contentOf = async (value: unknown) => {
      returned = value
      return (await new McpTestClient(serverOf([Any])).callTool('any')).content
    }
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'AQ==', mimeType: 'image/png' },
      { type: 'audio', data: 'AQ==', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'app://a', name: 'A' },
      { type: 'resource', resource: { uri: 'app://a', text: 'a' } },
      { type: 'resource', resource: { uri: 'app://a', blob: 'AQ==' } },
    ]
    for (const block of blocks) expect(await contentOf(block)).toEqual([block])
    expect(await contentOf(blocks)).toEqual(blocks)
    const others = [
      { type: 'text' },
      { type: 'text', text: 1 },
      { type: 'image', data: 'AQ==' },
      { type: 'audio', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'app://a' },
      { type: 'resource_link', name: 'A' },
      { type: 'resource' },
      { type: 'resource', resource: { uri: 'app://a' } },
      { type: 'resource', resource: { text: 'a' } },
      { type: 'video', data: 'AQ==', mimeType: 'video/mp4' },
      { text: 'a' },
    ]
    for (const other of [...others, 7, null, [], [blocks[0], others[0]]]) {
      expect(await contentOf(other)).toEqual(text(JSON.stringify(other)))
    }
  })

  test('that throws responds with the message of an McpError or HttpError, and logs other errors', async () => {
    const lines: string[] = []
    const logger = new JsonLogger({ write: (line) => void lines.push(line) })
    const logged = new McpTestClient(serverOf([Workshop], { logger }))

    const failed = (message: string) => ({ content: text(message), isError: true })
    expect(await logged.callTool('fail', { how: 'mcp' })).toMatchObject(failed('The oven is cold.'))
    expect(await logged.callTool('fail', { how: 'http' })).toMatchObject(
      failed('Somebody else has it.'),
    )
    expect(lines).toEqual([])
    expect(await logged.callTool('fail', { how: 'other' })).toMatchObject(
      failed('The tool failed.'),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('A secret of the inside.')
    expect(lines[0]).toContain('"tool":"fail"')
    expect(lines[0]).toContain('"message":"A tool failed."')
  })

  test('reports progress to a caller that requested it', async () => {
    const received: Progress[] = []
    const onProgress = (progress: Progress) => void received.push(progress)
    await client.callTool('count', { to: 2, pause: 0 }, { onProgress })
    expect(received).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ])
  })

  test('may report progress that was not requested', async () => {
    expect((await client.callTool('count', { to: 2, pause: 0 })).content).toEqual(
      text('counted to 2'),
    )
    expect(() => new ProgressReporter().report(1)).not.toThrow()
  })

  test('sends its report before report() returns, and only if progress has increased', () => {
    const received: Progress[] = []
    const reporter = new ProgressReporter((progress) => void received.push(progress))
    reporter.report(1, { total: 3 })
    expect(received).toEqual([{ progress: 1, total: 3 }])
    for (const stale of [1, 0, Number.NaN, Infinity]) reporter.report(stale)
    expect(received).toHaveLength(1)
  })

  test('is notified when its call is cancelled', async () => {
    const controller = new AbortController()
    const call = client.callTool('wait', {}, { signal: controller.signal })
    await sleep(5)
    controller.abort()
    expect((await call).content).toEqual(text('too late'))
  })
})

test('every call with an unreadable name or arguments is an error', async () => {
  await expect(client.callTool('missing')).rejects.toThrow('There is no tool "missing".')
  await expect(client.request('tools/call', { name: 'greet', arguments: [] })).rejects.toThrow(
    '"arguments" must be an object.',
  )
})
