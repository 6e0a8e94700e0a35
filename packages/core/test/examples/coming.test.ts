import { Container, Kernel, Router } from '@fw/core'
import { expect, test } from 'vitest'
import { BookController } from './coming/src/books.ts'

test('the program of the page adds, lists and shows books', async () => {
  const kernel = new Kernel(new Container().boot(), new Router().register(BookController))
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
    return [response.status, await response.json()]
  }
  const emma = { id: 1, title: 'Emma', pages: 474 }
  expect(await ask('/books', { title: 'Emma', pages: 474 })).toEqual([201, emma])
  expect(await ask('/books?limit=1')).toEqual([200, [emma]])
  expect(await ask('/books/1')).toEqual([200, emma])
  expect(await ask('/books/2')).toEqual([404, { error: 'There is no book 2.' }])
  expect(await ask('/books', { title: '', pages: 0 })).toEqual([
    422,
    { errors: { title: ['must not be blank.'], pages: ['must be at least 1.'] } },
  ])
})
