import {
  ApiResponse,
  Body,
  Get,
  HttpError,
  NotBlank,
  Post,
  Regex,
  type int,
} from '@fw/core'

/** A book on the shelf. */
export class Book {
  constructor(
    /**
     * The number on its back.
     * @example 9780141439518
     */
    @Regex('^[0-9]{13}$') readonly isbn: string,
    @NotBlank() readonly title: string,
    readonly pages: int | null = null,
  ) {}
}

/** A book on the shelf. */
export class BookController {
  readonly #books = new Map<string, Book>()

  /**
   * Puts a book on the shelf. One of the same number is replaced.
   * @param book The book.
   */
  @Post('/books', { status: 201 })
  add(@Body() book: Book): Book {
    this.#books.set(book.isbn, book)
    return book
  }

  /** Shows a book. */
  @Get('/books/{isbn}')
  @ApiResponse(404, 'The book is not on the shelf.')
  show(@Regex('^[0-9]{13}$') isbn: string): Book {
    const book = this.#books.get(isbn)
    if (!book) throw new HttpError(404, 'The book is not on the shelf.')
    return book
  }
}
