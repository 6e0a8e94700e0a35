import type { FoundRoute, HttpKernel } from '../../http/http-kernel.ts'
import { answerFetch, answerFound } from '../fetch/answer-fetch.ts'
import type { OpenEvents } from '../open-events.ts'

type Answers = (request: Request, server: unknown) => Response | Promise<Response>

/** Routes for `Bun.serve`: by path, the handlers by method. */
export type BunRoutes = Record<string, Record<string, Answers>>

/**
 * Creates routes for Bun's own router, which runs before a URL is parsed. Like `Router`, it prefers literals to
 * placeholders, and it compares paths as they were sent.
 */
export function foundRoutesOf(kernel: HttpKernel, events: OpenEvents): BunRoutes {
  const search: Answers = (request, info) => answerFetch(kernel, request, info, events)
  const found: BunRoutes = {}
  const { fixedPaths, foundRoutes: routes } = kernel
  // A literal that is percent-encoded in a template may be plain in the value of a placeholder.
  const mayHaveValues = ![...fixedPaths, ...routes.map(({ path }) => path)].some((path) =>
    path.includes('%'),
  )
  for (const route of routes) {
    const { path, httpMethod, placeholders } = route
    if (!plainTemplate.test(path) || !methods.includes(httpMethod)) continue
    if (placeholders.length > 0 && !mayHaveValues) continue
    let index = 0
    const answers = (found[path.replaceAll(/\{[^{}]+\}/gu, () => `:${nameOf(index++)}`)] ??= {})
    answers[httpMethod] = answersOf(kernel, route, search, events)
    // Bun would call the handler of GET for HEAD.
    answers['HEAD'] ??= search
  }
  for (const path of fixedPaths) {
    if (plainTemplate.test(path))
      found[path] = Object.fromEntries(methods.map((each) => [each, search]))
  }
  return found
}

const plainTemplate = /^(?:[\w\-./~]|\{[^{}]+\})+$/u

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Placeholder names are replaced, because templates that differ only in names are one path. */
function nameOf(index: number): string {
  return `p${index}`
}

function answersOf(
  kernel: HttpKernel,
  route: FoundRoute,
  search: Answers,
  events: OpenEvents,
): Answers {
  const names = route.placeholders.map((_, index) => nameOf(index))
  if (names.length === 0)
    return (request, info) => answerFound(kernel, route, none, request, info, events)
  return (request, info) => {
    const { params } = request as Request & { readonly params: Readonly<Record<string, string>> }
    const values: string[] = []
    for (const name of names) {
      const value = params[name] as string
      if (!plainValue.test(value)) return search(request, info)
      values.push(value)
    }
    return answerFound(kernel, route, values, request, info, events)
  }
}

const none: readonly string[] = []

/**
 * Values that Bun and the router decode equally. Bun reports no error for invalid UTF-8, and it passes `.` and `..`,
 * and some literals, as values.
 */
const plainValue = /^[\w-][\w.-]*$/u
