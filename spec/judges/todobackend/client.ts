import type { Page } from 'playwright-core'

/** A to-do, as far as it has the right properties. */
export interface Todo {
  readonly title?: unknown
  readonly completed?: unknown
  readonly order?: unknown
  readonly url?: unknown
}

/** Sends requests from a page, with a content type that makes the browser ask for leave before each. */
export class Client {
  readonly root: string
  readonly #page: Page

  constructor(page: Page, root: string) {
    this.#page = page
    this.root = root
  }

  get(url: unknown): Promise<Todo> {
    return this.#sendForJson('GET', url)
  }

  async list(): Promise<Todo[]> {
    const todos = await this.#sendForJson('GET', this.root)
    if (!Array.isArray(todos)) throw new Error(`${JSON.stringify(todos)} is not a list.`)
    return todos
  }

  post(todo: Todo): Promise<Todo> {
    return this.#sendForJson('POST', this.root, todo)
  }

  patch(url: unknown, changes: Todo): Promise<Todo> {
    return this.#sendForJson('PATCH', url, changes)
  }

  async delete(url: unknown): Promise<void> {
    await this.send('DELETE', url)
  }

  /** The body of the response. Rejects if the browser does not let the page read it, and for a status of failure. */
  send(method: string, url: unknown, data?: unknown): Promise<string> {
    if (typeof url !== 'string') throw new Error(`${String(url)} is not a URL.`)
    return this.#page.evaluate(
      async (request) => {
        const response = await fetch(request.url, {
          method: request.method,
          headers: { 'content-type': 'application/json' },
          body: request.body,
        })
        const text = await response.text()
        if (!response.ok) throw new Error(`${request.method} is ${response.status}: ${text}`)
        return text
      },
      { method, url, body: data === undefined ? null : JSON.stringify(data) },
    )
  }

  async #sendForJson(method: string, url: unknown, data?: unknown) {
    return JSON.parse(await this.send(method, url, data))
  }
}
