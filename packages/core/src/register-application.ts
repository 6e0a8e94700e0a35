import { Config } from './base/config/config.ts'
import { Container } from './base/container/container.ts'
import { rootFolder } from './base/platform/root-folder.ts'
import { loadExtensions } from './extension.ts'
import { registerClasses, type RegisteredApplication } from './registration.ts'
import { registerLogger } from './tools/console/terminal-logger.ts'

/**
 * Registers the classes of an application, given as a path or file URL. Does not run `src/bootstrap.ts`, create
 * services or open connections. Used to generate documents, lists and clients. Reads the sources, or `dist` if the
 * built application is used. Throws if a declaration is invalid.
 */
export async function registerApplication(root: string | URL): Promise<RegisteredApplication> {
  const folder = rootFolder(root)
  const config = Config.load(folder)
  const container = new Container({ isOpen: true }).instance(Config, config)
  await registerLogger(container, config)
  return registerClasses(folder, container, config, await loadExtensions(folder))
}
