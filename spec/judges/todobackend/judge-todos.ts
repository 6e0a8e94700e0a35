import { deepEqual, equal, match } from 'node:assert/strict'
import type { CaseList } from '../judge.ts'
import type { Client, Todo } from './client.ts'

/** Runs the checks of the specification, in its order. */
export async function judgeTodos(client: Client, cases: CaseList): Promise<void> {
  await judgeRoot(client, cases)
  await judgeNewTodos(client, cases)
  await judgeExistingTodos(client, cases)
  await judgeOrder(client, cases)
}

async function judgeRoot(client: Client, cases: CaseList): Promise<void> {
  await cases.check('the root responds to a GET of another origin', () =>
    client.send('GET', client.root),
  )
  await cases.check('the root responds to a POST with the to-do', async () => {
    equal((await client.post({ title: 'a todo' })).title, 'a todo')
  })
  await cases.check('the root responds to a DELETE', () => client.delete(client.root))
  await cases.check('after a DELETE the root is an empty list', async () => {
    await client.post({ title: 'a todo' })
    await client.delete(client.root)
    deepEqual(await client.list(), [])
  })
}

async function judgeNewTodos(client: Client, cases: CaseList): Promise<void> {
  /** Runs a check on a to-do as it was created and as it is listed. */
  const checkNew = (name: string, check: (todo: Todo | undefined) => void) =>
    cases.check(name, async () => {
      await client.delete(client.root)
      check(await client.post({ title: 'walk the dog' }))
      const todos = await client.list()
      equal(todos.length, 1)
      check(todos[0])
    })
  await checkNew('a new to-do is in the list', (todo) => equal(todo?.title, 'walk the dog'))
  await checkNew('a new to-do is not completed', (todo) => equal(todo?.completed, false))
  await checkNew('a new to-do has a URL', (todo) => match(String(todo?.url), /^http:/u))
  await cases.check('the URL of a new to-do returns it', async () => {
    const { url } = await client.post({ title: 'my todo' })
    equal((await client.get(url)).title, 'my todo')
  })
}

async function judgeExistingTodos(client: Client, cases: CaseList): Promise<void> {
  const checkFrom = (name: string, check: () => Promise<void>) =>
    cases.check(name, async () => {
      await client.delete(client.root)
      await check()
    })
  await checkFrom('the list leads to each to-do by its URL', async () => {
    await Promise.all([client.post({ title: 'the first' }), client.post({ title: 'the second' })])
    const todos = await client.list()
    const titles = await Promise.all(todos.map(async ({ url }) => (await client.get(url)).title))
    deepEqual(titles.sort(), ['the first', 'the second'])
  })
  await checkFrom('a PATCH changes the title', async () => {
    const { url } = await client.post({ title: 'initial title' })
    equal((await client.patch(url, { title: 'bathe the cat' })).title, 'bathe the cat')
  })
  await checkFrom('a PATCH completes a to-do', async () => {
    const { url } = await client.post({ title: 'blah' })
    equal((await client.patch(url, { completed: true })).completed, true)
  })
  await checkFrom('changes are kept, for the to-do and the list', async () => {
    const { url } = await client.post({ title: 'blah' })
    await client.patch(url, { title: 'changed title', completed: true })
    for (const todo of [await client.get(url), ...(await client.list())]) {
      deepEqual([todo.title, todo.completed], ['changed title', true])
    }
    equal((await client.list()).length, 1)
  })
  await checkFrom('a DELETE removes a to-do', async () => {
    const { url } = await client.post({ title: 'blah' })
    await client.delete(url)
    deepEqual(await client.list(), [])
  })
}

async function judgeOrder(client: Client, cases: CaseList): Promise<void> {
  await cases.check('a to-do is created with an order', async () => {
    equal((await client.post({ title: 'blah', order: 523 })).order, 523)
  })
  await cases.check('a PATCH changes the order', async () => {
    const { url } = await client.post({ title: 'blah', order: 10 })
    equal((await client.patch(url, { order: 95 })).order, 95)
  })
  await cases.check('a changed order is kept', async () => {
    const { url } = await client.post({ title: 'blah', order: 10 })
    await client.patch(url, { order: 95 })
    equal((await client.get(url)).order, 95)
  })
}
