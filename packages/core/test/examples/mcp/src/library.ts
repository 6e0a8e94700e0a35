import { MaxLength, McpResource, McpTool, type int } from '@fw/core'

class Book {
  constructor(
    readonly id: int,
    readonly title: string,
    readonly copies: int,
  ) {}
}

class Found {
  constructor(
    readonly total: int,
    readonly books: Book[],
  ) {}
}

export class Library {
  readonly books = [
    new Book(1, 'Emma', 2),
    new Book(2, 'Middlemarch', 0),
  ]

  /**
   * @param title A part of the title.
   * @param limit The maximum number of books to return.
   */
  @McpTool('find_books', 'Finds books by their title.', {
    annotations: { readOnlyHint: true },
  })
  find(@MaxLength(100) title: string, limit: int = 10): Found {
    const books = this.books.filter((book) => {
      return book.title.includes(title)
    })
    return new Found(books.length, books.slice(0, limit))
  }

  @McpResource(
    'library://rules',
    'rules',
    'How long books may be kept.',
  )
  rules(): string {
    return 'Four weeks.'
  }

  @McpResource('library://books/{id}', 'book', 'One book.')
  book(id: int): Book | null {
    return this.books.find((book) => book.id === id) ?? null
  }
}
