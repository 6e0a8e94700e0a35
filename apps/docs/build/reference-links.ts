import type { EntryPoint } from './declarations.ts'
import { groupExports, pageName } from './export-groups.ts'

interface Entry {
  readonly page: string
  readonly anchor: string
  readonly name: string
  readonly origin: string
  readonly types: ReadonlyMap<string, string>
}

/** The links between the entries of the reference. */
export class ReferenceLinks {
  readonly #entries: readonly Entry[]

  constructor(entryPoints: readonly EntryPoint[]) {
    this.#entries = entryPoints.flatMap((entryPoint) =>
      groupExports(entryPoint).flatMap(({ entries }) =>
        entries.map((entry) => ({ page: pageName(entryPoint.name), ...entry })),
      ),
    )
  }

  /**
   * Returns the link from a page to the entry of an origin, preferably on the same page. `ending` is
   * that of the files. Undefined if no module exports it.
   */
  find(page: string, origin: string | undefined, ending: '.md' | '.html'): string | undefined {
    const entries = this.#entries.filter((entry) => entry.origin === origin)
    const entry = entries.find((found) => found.page === page) ?? entries[0]
    return entry && `${entry.page === page ? '' : entry.page + ending}#${entry.anchor}`
  }

  /** The links of all declarations: by page and anchor, then by the name of the type. */
  toJson(): Record<string, Record<string, string>> {
    return Object.fromEntries(
      this.#entries.map(({ page, anchor, name, types }) => {
        const links = [...types].flatMap(([type, origin]) => {
          const link = type === name ? undefined : this.find(page, origin, '.html')
          return link === undefined ? [] : [[type, link] as const]
        })
        return [`${page}#${anchor}`, Object.fromEntries(links)]
      }),
    )
  }
}
