import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { Conduit } from './start-conduit.ts'

const folder = inRepositoryCopy('apps/conduit')

describeSqlite(testConduit)
await describePostgres(testConduit)

const text = { title: 'On tea', description: 'A drink', body: 'Hot water, leaves.' }

function testConduit(_title: string, database: TestDatabase): void {
  let conduit: Conduit
  let ada: string
  let bob: string

  beforeAll(async () => {
    conduit = await Conduit.start(database.settings, folder)
    ada = await conduit.signUp('ada')
    bob = await conduit.signUp('bob')
  })
  afterAll(() => conduit[Symbol.asyncDispose]())

  const write = (token: string, article: object) =>
    conduit.ask('POST', '/articles', { token, body: { article } })

  describe('accounts', () => {
    test('a name that is in use is a 422, under its field', async () => {
      const user = { username: 'ada', email: 'other@example.com', password: 'correct horse' }
      const refused = { status: 422, body: { errors: { username: ['has already been taken.'] } } }
      expect(await conduit.ask('POST', '/users', { body: { user } })).toEqual(refused)
    })

    test('an email address that is in use is a 422, under its field', async () => {
      const user = { username: 'other', email: 'ada@example.com', password: 'correct horse' }
      const refused = { status: 422, body: { errors: { email: ['has already been taken.'] } } }
      expect(await conduit.ask('POST', '/users', { body: { user } })).toEqual(refused)
    })

    test('every invalid field is reported without its envelope', async () => {
      const { status, body } = await conduit.ask('POST', '/users', {
        body: { user: { username: ' ', email: 'nobody', password: 'short' } },
      })
      expect(status).toBe(422)
      expect(Object.keys((body as { errors: object }).errors)).toEqual([
        'username',
        'email',
        'password',
      ])
    })

    test('a wrong password is 401', async () => {
      const user = { email: 'ada@example.com', password: 'battery staple' }
      expect((await conduit.ask('POST', '/users/login', { body: { user } })).status).toBe(401)
    })

    test('a forged token is 401', async () => {
      expect((await conduit.ask('GET', '/user', { token: `${ada}x` })).status).toBe(401)
    })

    test('an anonymous caller gets 401 if authentication is required', async () => {
      expect((await conduit.ask('GET', '/articles/feed')).status).toBe(401)
    })

    test('the given fields of an account are changed, and the others are kept', async () => {
      const change = { user: { bio: 'Counts.', image: null } }
      const { body } = await conduit.ask('PUT', '/user', { token: ada, body: change })
      expect(body).toMatchObject({ user: { username: 'ada', bio: 'Counts.', image: null } })
    })
  })

  describe('articles', () => {
    test('two with the same title have different slugs', async () => {
      const slugs = await Promise.all([write(ada, text), write(bob, text), write(ada, text)])
      const found = slugs.map(({ body }) => (body as { article: { slug: string } }).article.slug)
      expect(new Set(found).size).toBe(3)
      expect(found).toContain('on-tea')
    })

    test('an article has each tag once', async () => {
      const { body } = await write(ada, { ...text, title: 'Tags', tagList: ['b', 'a', 'b'] })
      expect(body).toMatchObject({ article: { tagList: ['a', 'b'] } })
    })

    test('a new title gives a new slug', async () => {
      await write(ada, { ...text, title: 'Old name' })
      const body = { article: { title: 'New name' } }
      const changed = await conduit.ask('PUT', '/articles/old-name', { token: ada, body })
      expect(changed).toMatchObject({ status: 200, body: { article: { slug: 'new-name' } } })
      expect((await conduit.ask('GET', '/articles/old-name')).status).toBe(404)
    })

    test('other users may do neither', async () => {
      await write(ada, { ...text, title: 'Hers' })
      const body = { article: { body: 'His.' } }
      expect((await conduit.ask('PUT', '/articles/hers', { token: bob, body })).status).toBe(403)
      expect((await conduit.ask('DELETE', '/articles/hers', { token: bob })).status).toBe(403)
    })

    test('a missing one is a 404 for everyone', async () => {
      expect((await conduit.ask('GET', '/articles/none')).status).toBe(404)
      expect((await conduit.ask('DELETE', '/articles/none', { token: ada })).status).toBe(404)
    })

    test('pages have no gaps and no duplicates', async () => {
      for (let index = 0; index < 5; index += 1) {
        await write(bob, { ...text, title: `Page ${index}`, tagList: ['pages'] })
      }
      const titles: string[] = []
      for (const offset of [0, 2, 4]) {
        const { body } = await conduit.ask('GET', `/articles?tag=pages&limit=2&offset=${offset}`)
        const { articles, articlesCount } = body as Page
        expect(articlesCount).toBe(5)
        titles.push(...articles.map(({ title }) => title))
      }
      expect(titles).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0'])
    })

    test('the feed has the articles of followed users', async () => {
      await conduit.ask('POST', '/profiles/bob/follow', { token: ada })
      const { body } = await conduit.ask('GET', '/articles/feed?limit=100', { token: ada })
      const { articles } = body as Page
      expect(articles.length).toBeGreaterThan(4)
      expect(new Set(articles.map(({ author }) => author.username))).toEqual(new Set(['bob']))
      expect(articles.every(({ author }) => author.following)).toBe(true)
    })

    test('liking twice counts once', async () => {
      await write(ada, { ...text, title: 'Liked' })
      await conduit.ask('POST', '/articles/liked/favorite', { token: bob })
      const again = await conduit.ask('POST', '/articles/liked/favorite', { token: bob })
      expect(again.body).toMatchObject({ article: { favorited: true, favoritesCount: 1 } })
      const others = await conduit.ask('GET', '/articles/liked', { token: ada })
      expect(others.body).toMatchObject({ article: { favorited: false, favoritesCount: 1 } })
    })
  })

  test('only the author of a comment may delete it', async () => {
    await write(ada, { ...text, title: 'Discussed' })
    const body = { comment: { body: 'I disagree.' } }
    const path = '/articles/discussed/comments'
    const made = await conduit.ask('POST', path, { token: bob, body })
    const { id } = (made.body as { comment: { id: number } }).comment
    expect((await conduit.ask('DELETE', `${path}/${id}`, { token: ada })).status).toBe(403)
    expect((await conduit.ask('DELETE', `${path}/${id}`, { token: bob })).status).toBe(204)
    expect((await conduit.ask('GET', path)).body).toEqual({ comments: [] })
  })
}

interface Page {
  readonly articles: readonly {
    readonly title: string
    readonly author: { readonly username: string; readonly following: boolean }
  }[]
  readonly articlesCount: number
}
