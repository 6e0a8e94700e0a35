import { discoverClasses } from '../discovery/discover-classes.ts'
import { McpRegistry } from './registry.ts'

/** Finds the tools and resources of an application. */
export class McpDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static async discover(root: string | URL): Promise<McpRegistry> {
    const registry = new McpRegistry()
    for (const type of await discoverClasses(root)) registry.register(type)
    return registry
  }
}
