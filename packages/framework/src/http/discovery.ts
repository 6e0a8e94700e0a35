import { discoverClasses } from '../discovery/discover-classes.ts'
import { Router } from './router.ts'

/** Finds the controllers of an application. */
export class RouteDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static async discover(root: string | URL): Promise<Router> {
    const router = new Router()
    for (const type of await discoverClasses(root)) router.register(type)
    return router
  }
}
