import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MutationObserver, QueryClient } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { LoafController } from './fixtures/bakery.ts'
import { PostController } from './fixtures/post.ts'
import { type Loaded, served, writtenClient } from './written-client.ts'

const controllers = [LoafController, PostController]

type InfiniteOptions = Parameters<QueryClient['fetchInfiniteQuery']>[0]

test('queries, pages and mutations run in TanStack Query', async () => {
  const { folder } = await writtenClient(controllers, {}, { query: true })
  const { loaf, post } = (await import(pathToFileURL(join(folder, 'query.js')).href)) as Loaded
  const client = { baseUrl: await served(controllers) }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const body = { id: 1, name: 'rye', bakedAt: new Date(5) }

  const mutation = new MutationObserver<Loaded, Error, unknown>(
    queries,
    loaf.bake.mutation({ client }),
  )
  expect(await mutation.mutate({ body })).toMatchObject(body)
  expect(await queries.fetchQuery(loaf.show.query({ id: 1 }, { client }))).toMatchObject(body)
  expect(await queries.fetchQuery(loaf.list.query(undefined, { client }))).toHaveLength(1)
  await expect(queries.fetchQuery(loaf.show.query({ id: 9 }, { client }))).rejects.toMatchObject({
    kind: 'error',
    status: 404,
  })
  const options = post.stored.infinite({ perPage: 2 }, { client })
  const lengthsOf = async (infinite: Loaded) => {
    const given: unknown = { ...infinite, pages: 3 }
    const { pages } = await queries.fetchInfiniteQuery(given as InfiniteOptions)
    return (pages as Loaded[]).map(({ data }) => data.length)
  }
  expect(await lengthsOf(options)).toEqual([2, 2, 1])
  expect(await lengthsOf(post.after.infinite(undefined, { client }))).toEqual([2, 2, 1])

  await queries.invalidateQueries({ queryKey: loaf.show.key({ id: 1 }) })
  const isStale = (options: Loaded) => queries.getQueryState(options.queryKey)?.isInvalidated
  expect(isStale(loaf.show.query({ id: 1 }))).toBe(true)
  expect(isStale(loaf.list.query())).toBe(false)
  await queries.invalidateQueries({ queryKey: post.stored.key() })
  expect(isStale(options)).toBe(true)
})

test('keys are JSON, and pages have separate keys', async () => {
  const { folder } = await writtenClient(controllers, {}, { query: true })
  const { loaf, post } = (await import(pathToFileURL(join(folder, 'query.js')).href)) as Loaded
  expect(loaf.show.key({ id: 5n, at: new Date(0), all: new Set([1]) })).toEqual([
    'loaf',
    'show',
    { id: '5', at: '1970-01-01T00:00:00.000Z', all: [1] },
  ])
  expect(post.stored.key()).toEqual(['post', 'stored'])
  const { queryKey } = post.stored.query({ page: 1 })
  expect(post.stored.infinite({ page: 1 }).queryKey).toEqual([...queryKey, 'infinite'])
})

test('data and errors are typed', async () => {
  const program = `
    import { QueryClient, QueryObserver } from '@tanstack/query-core'
    import { loaf, post } from './client/query.js'
    const queries = new QueryClient()
    export async function read(): Promise<Date> {
      const { bakedAt } = await queries.fetchQuery(loaf.show.query({ id: 1 }))
      // @ts-expect-error an id is a number
      void loaf.show.query({ id: '1' })
      const { pages } = await queries.fetchInfiniteQuery({ ...post.stored.infinite({}), pages: 2 })
      const last: number | undefined = pages[0]?.lastPage
      void [last, loaf.bake.mutation().mutationFn, loaf.list.key({ name: 'rye' })]
      return bakedAt
    }
    export const told: 404 | 400 | undefined = (() => {
      const observer = new QueryObserver(queries, loaf.show.query({ id: 1 }))
      const { error } = observer.getCurrentResult()
      return error?.kind === 'error' ? error.status : undefined
    })()`
  const { compile } = await writtenClient(controllers, { 'main.ts': program }, { query: true })
  expect(await compile({ skipLibCheck: true, isolatedDeclarations: false })).toBe('')
  const alone = await writtenClient(controllers, {}, { query: true })
  expect(await alone.compile()).toBe('')
})
