import { beforeEach, expect, test } from 'vitest'
import { PostController } from './fixtures/post.ts'
import { type Loaded, served, writtenClient } from './written-client.ts'

let api: Loaded

beforeEach(async () => {
  const { createClient } = await (await writtenClient([PostController])).load()
  api = createClient({ baseUrl: await served([PostController]) }).post
})

test('a body with files is a form, including nested fields and lists', async () => {
  const scan = new File(['ab'], 'scan.png', { type: 'image/png' })
  const body = {
    subject: 'ä "quoted"\r\nname',
    sentAt: new Date(0),
    weight: 12345678901234567890n,
    scan,
    pages: [
      { number: 1, image: new File(['c'], 'one.txt', { type: 'text/plain' }) },
      { number: 2 },
    ],
    sender: { name: 'Ada', since: new Date(1) },
    tags: ['a', '1'],
    more: [scan, scan],
    reply: null,
  }
  expect(await api.send({ body })).toEqual({
    subject: 'ä "quoted"\r\nname',
    sentAt: '1970-01-01T00:00:00.000Z',
    weight: '12345678901234567890',
    scan: 'scan.png image/png ab',
    pages: [
      [1, 'one.txt text/plain c'],
      [2, null],
    ],
    sender: ['Ada', true],
    tags: ['a', '1'],
    more: ['scan.png image/png ab', 'scan.png image/png ab'],
    reply: null,
  })
  expect(await api.send.safe({ body: { ...body, scan: null, tags: [], more: [] } })).toMatchObject({
    kind: 'validation',
    errors: { scan: ['is required.'] },
  })
})

test('files next to a body are passed by their names', async () => {
  const photos = [new File(['a'], 'a.png'), new Blob(['bc'])]
  const input = { id: 7, body: { name: 'Ada' }, photos, label: null, urgent: true }
  expect(await api.parcel(input)).toBe('7 Ada a.png 1+blob 2 none true')
})

test('all pages of a list are read one after the other', async () => {
  const ids: number[] = []
  for await (const { id, at } of api.stored.items({})) ids.push(id + at.getTime())
  expect(ids).toEqual([1, 3, 5, 7, 9])
  const counts: number[] = []
  for await (const { data } of api.stored.pages({ page: 2, perPage: 2 })) counts.push(data.length)
  expect(counts).toEqual([2, 1])
})

test('a cursor returns the next page', async () => {
  const ids: number[] = []
  for await (const { id } of api.after.items()) ids.push(id)
  expect(ids).toEqual([1, 2, 3, 4, 5])
})

test('forms, files and pages are typed', async () => {
  const program = `
    import type { Client } from './client/index.js'
    export async function use(api: Client, scan: File, photo: Blob): Promise<Date | undefined> {
      const sender = { name: 'Ada' }
      const pages = [{ number: 1, image: photo }]
      const body = { subject: '', sentAt: new Date(), weight: 5n, scan, pages, sender }
      await api.post.send({ body })
      await api.post.parcel({ id: 1, body: sender, photos: [photo], label: null })
      // @ts-expect-error the photos are missing
      await api.post.parcel({ id: 1, body: sender })
      for await (const page of api.post.stored.pages()) void page.lastPage
      for await (const { at } of api.post.stored.items({ perPage: 5 })) return at
      // @ts-expect-error hidden
      void api.post.internal
      return undefined
    }`
  const { compile } = await writtenClient([PostController], { 'main.ts': program })
  expect(await compile()).toBe('')
})
