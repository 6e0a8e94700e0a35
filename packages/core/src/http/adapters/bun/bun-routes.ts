import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { PlatformRoute, HttpKernel } from '../../http-kernel.ts'
import { handleFetch, handleMatched } from '../fetch/handle-fetch.ts'
import type { OpenEvents } from '../server/open-events.ts'

type BunHandler = (request: Request, server: unknown) => MaybePromise<Response>

/** Routes for `Bun.serve`: handlers by path, then by method. */
export type BunRoutes = Record<string, Record<string, BunHandler>>

/**
 * Creates routes for Bun's own router, which runs before the URL is parsed. Like `Router`, it prefers literals to
 * placeholders, and compares paths without decoding them.
 */
export function createBunRoutes(kernel: HttpKernel, events: OpenEvents): BunRoutes {
  const search: BunHandler = (request, info) => handleFetch(kernel, request, info, events)
  const found: BunRoutes = {}
  const { fixedPaths, platformRoutes: routes } = kernel
  // A literal that is percent-encoded in a template may be decoded in the value of a placeholder.
  const mayHaveValues = ![...fixedPaths, ...routes.map(({ path }) => path)].some((path) =>
    path.includes('%'),
  )
  for (const route of routes) {
    const { path, httpMethod, placeholders } = route
    if (!plainTemplate.test(path) || !methods.includes(httpMethod)) continue
    if (placeholders.length > 0 && !mayHaveValues) continue
    let index = 0
    const handlers = (found[path.replaceAll(/\{[^{}]+\}/gu, () => `:${nameOf(index++)}`)] ??= {})
    handlers[httpMethod] = handlerOf(kernel, route, search, events)
    // For HEAD, Bun would call the GET handler.
    handlers['HEAD'] ??= search
  }
  for (const path of fixedPaths) {
    if (plainTemplate.test(path))
      found[path] = Object.fromEntries(methods.map((each) => [each, search]))
  }
  return found
}

const plainTemplate = /^(?:[\w\-./~]|\{[^{}]+\})+$/u

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Replaces placeholder names, because templates that differ only in these names are the same path. */
function nameOf(index: number): string {
  return `p${index}`
}

function handlerOf(
  kernel: HttpKernel,
  route: PlatformRoute,
  search: BunHandler,
  events: OpenEvents,
): BunHandler {
  const names = route.placeholders.map((_, index) => nameOf(index))
  if (names.length === 0)
    return (request, info) => handleMatched(kernel, route, none, request, info, events)
  return (request, info) => {
    const { params } = request as Request & { readonly params: Readonly<Record<string, string>> }
    const values: string[] = []
    for (const name of names) {
      const value = params[name] as string
      if (!plainValue.test(value)) return search(request, info)
      values.push(value)
    }
    return handleMatched(kernel, route, values, request, info, events)
  }
}

const none: readonly string[] = []

/**
 * Values that Bun and the router decode in the same way. Bun reports no error for invalid UTF-8, and it also accepts
 * `.`, `..` and some literals as values.
 */
const plainValue = /^[\w-][\w.-]*$/u
