import { Get, Post, Put, Router } from '@fw/core'
import type { Matcher } from './contestants.ts'
import { resources } from './routes.ts'

/** The table of the other routers, declared in controllers. */
export function fw(): Matcher {
  const router = new Router()
  for (const resource of resources) router.register(controllerOf(resource))
  return {
    find: (path) => router.find('GET', path),
    read: (found: ReturnType<typeof router.find>) =>
      found &&
      Object.fromEntries(
        found.route.placeholders.map((name, index) => [name, found.values[index]]),
      ),
  }
}

function controllerOf(resource: string) {
  class ResourceController {
    @Get(`/${resource}`)
    list() {}

    @Post(`/${resource}`)
    create() {}

    @Get(`/${resource}/{id}`)
    show(id: string) {
      return id
    }

    @Put(`/${resource}/{id}`)
    replace(id: string) {
      return id
    }

    @Get(`/${resource}/{id}/items/{item}`)
    item(id: string, item: string) {
      return id + item
    }
  }
  return ResourceController
}
