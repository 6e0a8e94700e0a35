import type { AgentAccess, NamedOperation } from '../calls/agent-access.ts'
import {
  invalidParams,
  MessageRefused,
  toMembers,
  type Params,
  type ResultMembers,
} from '../protocol/json-rpc.ts'
import type { Method } from '../protocol/method.ts'
import type { ServerParts } from './server-parts.ts'

export interface Lists {
  readonly tools: Method
  readonly resources: Method
  readonly templates: Method
}

/** Creates the lists of a server. `members` are added to every page. */
export function createLists(
  { operations, access, pageSize }: ServerParts,
  members: ResultMembers = {},
): Lists {
  const list = (name: string, items: readonly ListEntry[]) => {
    const pagesOf = (entries: readonly ListEntry[]) => toPages(name, entries, pageSize, members)
    return access?.hidesSome
      ? createFilteredList(items, access, pagesOf)
      : createList(pagesOf(items))
  }
  const tools = Array.from(operations.tools.values(), ({ tool, rule }) => {
    return { descriptor: tool.descriptor, rule }
  })
  const resources = Array.from(operations.resources, ([{ descriptor, template }, { rule }]) => {
    return { descriptor, template, rule }
  })
  return {
    tools: list('tools', tools),
    resources: list(
      'resources',
      resources.filter(({ template }) => !template),
    ),
    templates: list(
      'resourceTemplates',
      resources.filter(({ template }) => template),
    ),
  }
}

interface ListEntry extends NamedOperation {
  readonly descriptor: object
}

type Pages = ReadonlyMap<unknown, ResultMembers>

/** Creates a list that contains only entries that the caller may see. */
function createFilteredList(
  items: readonly ListEntry[],
  access: AgentAccess,
  pagesOf: (visible: readonly ListEntry[]) => Pages,
): Method {
  return async (params, context) => {
    const visible: ListEntry[] = []
    for (const item of items) if (await access.isListed(item, context)) visible.push(item)
    return pageOf(pagesOf(visible), params)
  }
}

/** Creates a list whose pages are serialized only once. */
function createList(pages: Pages): Method {
  return (params) => pageOf(pages, params)
}

/** Splits a list into pages. The keys of the result are the cursors of the pages. */
function toPages(
  name: string,
  items: readonly ListEntry[],
  pageSize: number,
  members: ResultMembers,
): Pages {
  const pages = new Map<unknown, ResultMembers>()
  for (let start = 0; start === 0 || start < items.length; start += pageSize) {
    const end = start + pageSize
    const cursor = start === 0 ? undefined : cursorAt(name, start)
    const nextCursor = end < items.length ? cursorAt(name, end) : undefined
    const shown = items.slice(start, end).map(({ descriptor }) => descriptor)
    const page = toMembers({ [name]: shown, nextCursor })
    pages.set(cursor, { ...page, ...members })
  }
  // An empty cursor means the first page.
  pages.set('', pages.get(undefined) as ResultMembers)
  return pages
}

function pageOf(pages: Pages, { cursor }: Params): ResultMembers {
  const page = pages.get(cursor)
  if (page === undefined) {
    const problem = 'The cursor is invalid. Start again without a cursor.'
    throw new MessageRefused(invalidParams, problem)
  }
  return page
}

function cursorAt(name: string, start: number): string {
  return btoa(`${name}:${start}`)
}
