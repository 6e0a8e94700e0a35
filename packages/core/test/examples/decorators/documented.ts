import {
  ApiResponse,
  Get,
  Hidden,
  PaginatedItem,
  Query,
  type int,
} from '@fw/core'
import { Paginator } from '@fw/query'

export class Book {
  constructor(readonly title: string) {}
}

class Problem {
  constructor(readonly error: string) {}
}

export class Books {
  @Get('/books')
  @PaginatedItem(() => Book)
  list(@Query() page: int = 1): Paginator<unknown> {
    return new Paginator([new Book('Emma')], page, 20, 1)
  }

  @Get('/books/{id}')
  @ApiResponse(404, 'There is no such book.', Problem)
  show(id: int): Book {
    return new Book(`Book ${id}`)
  }

  @Get('/books/internal')
  @Hidden()
  internal() {
    return 'not in the document'
  }
}
