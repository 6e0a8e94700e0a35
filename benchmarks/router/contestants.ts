import createRouter from 'find-my-way'
import { Memoirist } from 'memoirist'
import { actions, resources } from './routes.ts'

export interface Matcher {
  find: (path: string) => unknown
  /** The result of `find`, as plain parameters, or undefined for a miss. */
  read: (found: never) => object | undefined
}

const routes = resources.flatMap((resource) =>
  actions.map(({ method, path }) => ({
    method,
    path: `/${resource}${path.replaceAll('{', ':').replaceAll('}', '')}`,
  })),
)

export function findMyWay(): Matcher {
  const router = createRouter()
  for (const { method, path } of routes) router.on(method, path, () => {})
  return {
    find: (path) => router.find('GET', path),
    read: (found: ReturnType<typeof router.find>) => found?.params,
  }
}

export function memoirist(): Matcher {
  const router = new Memoirist<string>()
  for (const { method, path } of routes) router.add(method, path, path)
  return {
    find: (path) => router.find('GET', path),
    read: (found: ReturnType<typeof router.find>) => found?.params,
  }
}
