import { discoverClasses } from '../discovery/discover-classes.ts'
import { EventListenerRegistry } from './registry.ts'

/** Finds the listeners of an application. */
export class EventListenerDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static async discover(root: string | URL): Promise<EventListenerRegistry> {
    const registry = new EventListenerRegistry()
    for (const type of await discoverClasses(root)) registry.register(type)
    return registry
  }
}
