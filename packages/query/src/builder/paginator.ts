/** A page of rows, with the total number of rows. */
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

  static {
    describePage(this, 'A page of rows with the total number of rows.', [
      count('currentPage', 'The requested page, counted from 1.'),
      count('perPage', 'The maximum number of rows on a page.'),
      count('total', 'The number of all matching rows.'),
      count('lastPage', 'The number of pages; 0 if no rows match.'),
    ])
  }
}

/** A page of rows, with the cursor of the next page. */
export class CursorPaginator<T> {
  readonly data: readonly T[]
  /** The value of the cursor column in the last row, as a string; null if this is the last page. */
  readonly nextCursor: string | null
  readonly hasMore: boolean

  constructor(data: readonly T[], nextCursor: string | null) {
    this.data = data
    this.nextCursor = nextCursor
    this.hasMore = nextCursor !== null
  }

  static {
    describePage(this, 'A page of rows with the cursor of the next page.', [
      {
        name: 'nextCursor',
        type: { kind: 'string', nullable: true },
        doc: { summary: 'The cursor for the next page; null if this is the last page.' },
      },
      { name: 'hasMore', type: { kind: 'boolean' }, doc: { summary: 'True if more rows follow.' } },
    ])
  }
}

function count(name: string, summary: string): PageProperty {
  return { name, type: { kind: 'int' }, doc: { summary } }
}

/**
 * Adds the type description of a page class. The transform adds such descriptions to the classes of an application.
 * This description is written by hand because this package is published as JavaScript, without type annotations.
 */
function describePage(
  page: { readonly name: string },
  summary: string,
  properties: readonly PageProperty[],
): void {
  const rows = {
    name: 'data',
    type: { kind: 'array', items: { kind: 'typeParameter', name: 'T' } },
    doc: { summary: 'The rows of the page.' },
  }
  const parameters = [rows, ...properties].map((each) => ({
    ...each,
    property: 'public',
    at: '1:1',
  }))
  const description = {
    name: page.name,
    file: '@fw/query',
    at: '1:1',
    typeParameters: ['T'],
    parameters,
    doc: { summary },
  }
  Object.defineProperty(page, Symbol.for('fw.description'), { value: () => description })
}

/** A property of a page that is not the list of rows. */
interface PageProperty {
  readonly name: string
  readonly type: { readonly kind: 'string' | 'int' | 'boolean'; readonly nullable?: true }
  readonly doc: { readonly summary: string }
}
