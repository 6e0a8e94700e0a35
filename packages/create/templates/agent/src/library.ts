import {
  Body,
  Get,
  MaxLength,
  McpResource,
  McpTool,
  NotBlank,
  Post,
  __public__,
  Query,
  type int,
} from '@fw/core'
import { McpError } from '@fw/core/mcp'

/** The body of a request to add a book. */
export class NewBook {
  constructor(
    @NotBlank() @MaxLength(200) readonly title: string,
    readonly copies: int = 1,
  ) {}
}

export class Book {
  constructor(
    readonly id: int,
    readonly title: string,
    readonly copies: int,
  ) {}
}

export class Found {
  constructor(
    readonly total: int,
    readonly books: Book[],
  ) {}
}

/** The routes are for clients of the API, the tools for agents. */
export class LibraryController {
  readonly #books = [new Book(1, 'Emma', 2), new Book(2, 'Middlemarch', 1)]

  /** Adds a book. */
  @Post('/books', { status: 201 })
  add(@Body() book: NewBook): Book {
    const added = new Book(this.#books.length + 1, book.title, book.copies)
    this.#books.push(added)
    return added
  }

  /**
   * Finds books by a part of their title.
   *
   * @param title A part of the title.
   * @param limit The maximum number of books to return.
   */
  @Get('/books')
  @__public__()
  @McpTool('find_books', 'Finds books by a part of their title.', {
    annotations: { readOnlyHint: true },
  })
  find(@Query() @MaxLength(100) title: string = '', @Query() limit: int = 10): Found {
    const books = this.#books.filter((book) => book.title.includes(title))
    return new Found(books.length, books.slice(0, limit))
  }

  /**
   * Checks out a copy of a book.
   *
   * @param id The id of the book, as find_books returns it.
   */
  @McpTool('lend_book', 'Checks out a copy of a book.')
  lend(id: int): Book {
    const book = this.#books[id - 1]
    if (!book) throw new McpError(`There is no book ${id}. Ask find_books for ids.`)
    if (book.copies === 0) throw new McpError(`All copies of "${book.title}" are checked out.`)
    const lent = new Book(book.id, book.title, book.copies - 1)
    this.#books[id - 1] = lent
    return lent
  }

  @__public__()
  @McpResource('library://rules', 'rules', 'How long books may be kept.')
  rules(): string {
    return 'Four weeks.'
  }
}
