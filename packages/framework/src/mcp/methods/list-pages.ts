import { invalidParams, MessageRefused, toMembers, type ResultMembers } from '../json-rpc.ts'
import type { Method, ServerParts } from '../method.ts'

export interface Lists {
  readonly tools: Method
  readonly resources: Method
  readonly templates: Method
}

/** The lists of a server; `members` are further members of every page. */
export function createLists(
  { registry, pageSize }: ServerParts,
  members: ResultMembers = {},
): Lists {
  const list = (name: string, items: readonly { readonly descriptor: object }[]) => {
    const descriptors = items.map(({ descriptor }) => descriptor)
    return createList(name, descriptors, pageSize, members)
  }
  return {
    tools: list('tools', [...registry.tools.values()]),
    resources: list(
      'resources',
      registry.resources.filter(({ template }) => !template),
    ),
    templates: list(
      'resourceTemplates',
      registry.resources.filter(({ template }) => template),
    ),
  }
}

/** Answers a list page by page; each is written once. A cursor is the name of a page. */
function createList(
  name: string,
  items: readonly object[],
  pageSize: number,
  members: ResultMembers,
): Method {
  const pages = new Map<unknown, ResultMembers>()
  for (let start = 0; start === 0 || start < items.length; start += pageSize) {
    const end = start + pageSize
    const cursor = start === 0 ? undefined : cursorAt(name, start)
    const nextCursor = end < items.length ? cursorAt(name, end) : undefined
    const page = toMembers({ [name]: items.slice(start, end), nextCursor })
    pages.set(cursor, { ...page, ...members })
  }
  // To be asked for an empty cursor is to be asked for the beginning.
  pages.set('', pages.get(undefined) as ResultMembers)
  return ({ cursor }) => {
    const page = pages.get(cursor)
    if (page === undefined) throw new MessageRefused(invalidParams, 'There is no such cursor.')
    return page
  }
}

function cursorAt(name: string, start: number): string {
  return btoa(`${name}:${start}`)
}
