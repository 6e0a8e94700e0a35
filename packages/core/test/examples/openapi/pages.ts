import { Get, Hidden, PaginatedItem, Query, type int } from '@fw/core'
import { Paginator } from '@fw/query'
import { Book } from './books.ts'

export class CatalogueController {
  @Get('/catalogue')
  list(
    @Query() page: int = 1,
    @Query() perPage: int = 20,
  ): Paginator<Book> {
    return new Paginator<Book>([], page, perPage, 0)
  }

  @Get('/catalogue/new')
  @PaginatedItem(() => Book)
  recent(): Paginator<unknown> {
    return new Paginator([], 1, 20, 0)
  }

  @Get('/catalogue/internal')
  @Hidden()
  internal(): string {
    return 'not in the document'
  }
}
