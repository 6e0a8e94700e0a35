import type { FoundRoute, HttpKernel } from '../../http/http-kernel.ts'
import { answerFetch, answerFound } from '../fetch/answer-fetch.ts'
import type { OpenEvents } from '../open-events.ts'

type Answers = (request: Request, server: unknown) => Response | Promise<Response>

/** What `Bun.serve` finds by itself: by path the answers to each method. */
export type BunRoutes = Record<string, Record<string, Answers>>

/**
 * Routes for Bun, which finds them before it has made a URL. It prefers literals to placeholders as `Router` does, and
 * compares paths as they were sent.
 */
export function foundRoutesOf(kernel: HttpKernel, events: OpenEvents): BunRoutes {
  const search: Answers = (request, info) => answerFetch(kernel, request, info, events)
  const found: BunRoutes = {}
  const { fixedPaths, foundRoutes: routes } = kernel
  // What is encoded in a template may be plain text in the value of a placeholder.
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
    // Bun would give a request of HEAD to GET.
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

/** Templates that differ in names alone are one path. */
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
 * A value that is surely what the router would have found: Bun has no error for bytes that are no UTF-8, and leads `.` and
 * `..` here, literals too that it was not told of.
 */
const plainValue = /^[\w-][\w.-]*$/u
