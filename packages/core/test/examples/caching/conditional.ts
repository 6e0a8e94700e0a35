import {
  Body,
  Conditional,
  Get,
  HttpError,
  HttpRequest,
  type int,
  Put,
  Reply,
} from '@fw/core'

class Book {
  constructor(readonly title: string) {}
}

export class Books {
  readonly #books = new Map([[1, new Book('Moby Dick')]])
  #version = 1

  /** Sent again only if it has changed. */
  @Conditional('private, no-cache')
  @Get('/books')
  list() {
    return [...this.#books.values()]
  }

  /** A custom tag saves no work here, because the version is enough. */
  @Get('/books/{id}')
  show(id: int, request: HttpRequest) {
    const etag = `"${this.#version}"`
    const status = request.evaluatePreconditions({ etag })
    if (status) return new Reply(status, ['etag', etag], null)
    return Reply.json(this.#books.get(id), { headers: { etag } })
  }

  /** Refuses to overwrite a newer version. */
  @Put('/books/{id}')
  replace(id: int, @Body() book: Book, request: HttpRequest): void {
    if (request.evaluatePreconditions({ etag: `"${this.#version}"` })) {
      throw new HttpError(412, 'Read it again.')
    }
    this.#books.set(id, book)
    this.#version += 1
  }
}
