import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { PlatformRoute, HttpKernel } from '../../http-kernel.ts'
import { handleFetch, handleMatched } from '../fetch/handle-fetch.ts'
import type { OpenEvents } from '../server/open-events.ts'

type BunHandler = (request: Request, server: unknown) => MaybePromise<Response>

/** Routes for `Bun.serve`: handlers by path, then by HTTP method. */
export type BunRoutes = Record<string, Record<string, BunHandler>>

/**
 * Creates routes for Bun's own router, which runs before the URL is parsed. Like `Router`, it prefers literals to
 * placeholders, and compares paths without decoding them.
 */
export function createBunRoutes(kernel: HttpKernel, events: OpenEvents): BunRoutes {
  const fallback: BunHandler = (request, info) => handleFetch(kernel, request, info, events)
  const bunRoutes: BunRoutes = {}
  const { fixedPaths, platformRoutes: routes } = kernel
  // If a path contains `%`, all routes with placeholders are left to `Router`: Bun could match a request for such a
  // literal to a placeholder of another template, and decode the value.
  const allowsPlaceholders = ![...fixedPaths, ...routes.map(({ path }) => path)].some((path) =>
    path.includes('%'),
  )
  for (const route of routes) {
    const { path, httpMethod, placeholders } = route
    if (!plainTemplate.test(path) || !methods.includes(httpMethod)) continue
    if (placeholders.length > 0 && !allowsPlaceholders) continue
    let index = 0
    const handlers = (bunRoutes[
      path.replaceAll(/\{[^{}]+\}/gu, () => `:${parameterName(index++)}`)
    ] ??= {})
    handlers[httpMethod] = createHandler(kernel, route, fallback, events)
    // Without this handler, Bun would call the GET handler for HEAD requests.
    handlers['HEAD'] ??= fallback
  }
  for (const path of fixedPaths) {
    if (plainTemplate.test(path))
      bunRoutes[path] = Object.fromEntries(methods.map((each) => [each, fallback]))
  }
  return bunRoutes
}

const plainTemplate = /^(?:[\w\-./~]|\{[^{}]+\})+$/u

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Returns the name for the placeholder at an index. Templates that differ only in placeholder names are the same path,
 * so the original names cannot be used.
 */
function parameterName(index: number): string {
  return `p${index}`
}

function createHandler(
  kernel: HttpKernel,
  route: PlatformRoute,
  fallback: BunHandler,
  events: OpenEvents,
): BunHandler {
  const names = route.placeholders.map((_, index) => parameterName(index))
  if (names.length === 0)
    return (request, info) => handleMatched(kernel, route, noValues, request, info, events)
  return (request, info) => {
    const { params } = request as Request & { readonly params: Readonly<Record<string, string>> }
    const values: string[] = []
    for (const name of names) {
      const value = params[name] as string
      if (!plainValue.test(value)) return fallback(request, info)
      values.push(value)
    }
    return handleMatched(kernel, route, values, request, info, events)
  }
}

const noValues: readonly string[] = []

/**
 * Placeholder values that Bun and `Router` handle in the same way. All others are left to `Router`,
 * because Bun does not reject invalid UTF-8, `.` and `..`, and does not know routes that are not
 * registered with it, such as `/users/@me`.
 */
const plainValue = /^[\w-][\w.-]*$/u
