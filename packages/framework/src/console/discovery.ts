import { discoverClasses } from '../discovery/discover-classes.ts'
import { CommandRegistry } from './registry.ts'

/** Finds the commands of an application. */
export class CommandDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static async discover(root: string | URL): Promise<CommandRegistry> {
    const registry = new CommandRegistry()
    for (const type of await discoverClasses(root)) registry.register(type)
    return registry
  }
}
