import { Authentication, declaredAuthentication } from './access/authentication.ts'
import { Config } from './config/config.ts'
import { CommandRegistry } from './console/registry.ts'
import { Container } from './container/container.ts'
import { discoverClasses } from './discovery/discover-classes.ts'
import { EventListenerRegistry } from './events/registry.ts'
import {
  loadExtensions,
  refuseMeaningless,
  type ApplicationParts,
  type Extension,
} from './extension.ts'
import { Router } from './http/routing/router.ts'
import { planKernel, type KernelPlan, type KernelOptions } from './kernel.ts'
import { Logger } from './logging/logger.ts'
import { McpDispatcher } from './mcp/dispatcher.ts'
import { McpRegistry } from './mcp/registry.ts'
import { readServerInfo } from './mcp/server-info.ts'
import { McpServer } from './mcp/server.ts'
import { rootFolder } from './platform/root-folder.ts'

/** An application whose classes are registered. None of its services has been built. */
export interface RegisteredApplication extends ApplicationParts {
  /** The folder of its package.json. */
  readonly folder: string
  readonly router: Router
  readonly listeners: EventListenerRegistry
  readonly commands: CommandRegistry
  readonly tools: McpRegistry
  readonly extensions: readonly Extension[]
}

/**
 * Registers the classes of an application, given as a path or file URL, and does no more: `src/bootstrap.ts` does not
 * run, no service is built, no connection opened. For what is published of it: documents, lists, clients. Reads the
 * sources, or `dist` where that is what runs. Throws what is wrong with a declaration.
 */
export function registerApplication(root: string | URL): Promise<RegisteredApplication> {
  const folder = rootFolder(root)
  const config = Config.load(folder)
  const container = new Container({ isOpen: true }).instance(Config, config)
  return registerClasses(folder, container, config)
}

/** The same with a container that may have been filled already. */
export async function registerClasses(
  folder: string,
  container: Container,
  config: Config,
): Promise<RegisteredApplication> {
  const classes = await discoverClasses(folder, container.get(Logger))
  const router = new Router()
  const listeners = new EventListenerRegistry()
  const commands = new CommandRegistry()
  const tools = new McpRegistry()
  const registries = [router, listeners, commands, tools]
  for (const type of classes) for (const each of registries) each.register(type)
  container.instance(Router, router).instance(EventListenerRegistry, listeners)
  const authentication = declaredAuthentication(container, config, classes)
  if (authentication) container.instance(Authentication, authentication)
  const extensions = await loadExtensions(folder)
  refuseMeaningless(classes, extensions)
  return { folder, container, config, classes, router, listeners, commands, tools, extensions }
}

/** What the kernel of a registered application would be made of: its routes with what stands around each, and the document. */
export function planRegistered(app: RegisteredApplication): KernelPlan {
  return planKernel(app.container, app.router, kernelOptions(app))
}

/** How the kernel of an application is made. */
export function kernelOptions(app: RegisteredApplication): KernelOptions {
  const mcp = app.tools.classes.size > 0 ? createMcpServer(app) : undefined
  return { root: app.folder, ...(mcp && { mcp }) }
}

function createMcpServer({ tools, router, container, config, folder }: RegisteredApplication) {
  return new McpServer(tools, new McpDispatcher(container, router), {
    info: readServerInfo(folder),
    logger: container.get(Logger),
    allowedHosts: config.list('FW_MCP_ALLOWED_HOSTS', []),
  })
}
