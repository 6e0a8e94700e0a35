import {
  ApiResponse,
  Body,
  Get,
  HttpError,
  Min,
  NotBlank,
  Post,
  Query,
  type int,
} from '@fw/core'

export class NewBook {
  constructor(
    @NotBlank() readonly title: string,
    @Min(1) readonly pages: int,
  ) {}
}

export class Book {
  constructor(
    readonly id: int,
    readonly title: string,
    readonly pages: int,
  ) {}
}

export class Shelf {
  readonly books: Book[] = []

  add({ title, pages }: NewBook): Book {
    const book = new Book(this.books.length + 1, title, pages)
    this.books.push(book)
    return book
  }
}

export class BookController {
  constructor(private readonly shelf: Shelf) {}

  /** Adds a book. */
  @Post('/books', { status: 201 })
  add(@Body() book: NewBook): Book {
    return this.shelf.add(book)
  }

  /** Lists books. */
  @Get('/books')
  list(@Query() limit: int = 20): Book[] {
    return this.shelf.books.slice(0, limit)
  }

  /** Shows a book. */
  @Get('/books/{id}')
  @ApiResponse(404, 'There is no such book.')
  show(id: int): Book {
    const book = this.shelf.books[id - 1]
    if (!book) throw new HttpError(404, `There is no book ${id}.`)
    return book
  }
}
