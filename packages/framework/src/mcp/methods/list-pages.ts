import { invalidParams, MessageRefused } from '../json-rpc.ts'
import type { Method } from '../method.ts'

/**
 * Answers a list page by page from texts that are written once. A cursor is the name of a page;
 * `members` are further members of every page, such as `"ttlMs":0`.
 */
export function createList(
  name: string,
  items: readonly object[],
  pageSize: number,
  members: readonly string[] = [],
): Method {
  const pages = new Map<unknown, string>()
  for (let start = 0; start === 0 || start < items.length; start += pageSize) {
    const end = start + pageSize
    const cursor = start === 0 ? undefined : cursorAt(name, start)
    const next = end < items.length ? [`"nextCursor":${JSON.stringify(cursorAt(name, end))}`] : []
    const list = `"${name}":${JSON.stringify(items.slice(start, end))}`
    pages.set(cursor, `{${[list, ...next, ...members].join(',')}}`)
  }
  // To be asked for an empty cursor is to be asked for the beginning.
  pages.set('', pages.get(undefined) as string)
  return ({ cursor }) => {
    const page = pages.get(cursor)
    if (page === undefined) throw new MessageRefused(invalidParams, 'There is no such cursor.')
    return page
  }
}

function cursorAt(name: string, start: number): string {
  return btoa(`${name}:${start}`)
}
