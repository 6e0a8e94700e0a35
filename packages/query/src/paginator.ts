/** A page of rows with the number of all. */
export class Paginator<T> {
  readonly data: readonly T[]
  readonly currentPage: number
  readonly perPage: number
  readonly total: number
  readonly lastPage: number

  constructor(data: readonly T[], currentPage: number, perPage: number, total: number) {
    this.data = data
    this.currentPage = currentPage
    this.perPage = perPage
    this.total = total
    this.lastPage = Math.ceil(total / perPage)
  }
}

/** A page of rows and where the next one begins. */
export class CursorPaginator<T> {
  readonly data: readonly T[]
  /** The cursor column of the last row, as text; null when there is no next page. */
  readonly nextCursor: string | null
  readonly hasMore: boolean

  constructor(data: readonly T[], nextCursor: string | null) {
    this.data = data
    this.nextCursor = nextCursor
    this.hasMore = nextCursor !== null
  }
}
