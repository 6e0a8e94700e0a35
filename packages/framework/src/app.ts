import { Authentication, declaredAuthentication } from './access/authentication.ts'
import { refuseCallersOfListener } from './access/misplaced.ts'
import { Config } from './config/config.ts'
import { CommandRegistry } from './console/registry.ts'
import { Container } from './container/container.ts'
import { readBuiltApplication } from './discovery/built-application.ts'
import { discoverClasses } from './discovery/discover-classes.ts'
import { importModule } from './discovery/import-module.ts'
import { rootFolder } from './platform/root-folder.ts'
import { findBootstrap, readRoots } from './discovery/roots.ts'
import { EventListenerRegistry } from './events/registry.ts'
import { loadExtensions, refuseMeaningless, type ApplicationParts } from './extension.ts'
import { ApplicationAttribute } from './http/routing/attributes.ts'
import { Router } from './http/routing/router.ts'
import { Kernel, type KernelOptions } from './kernel.ts'
import { Logger } from './logging/logger.ts'
import { McpDispatcher } from './mcp/dispatcher.ts'
import { McpRegistry } from './mcp/registry.ts'
import { readServerInfo } from './mcp/server-info.ts'
import { McpServer } from './mcp/server.ts'
import { attribute } from './reflection/attribute.ts'

/** Registers what the container cannot build from constructors alone. */
export type Bootstrap = (container: Container, config: Config) => void | Promise<void>

export interface CreateAppOptions extends KernelOptions {
  /** Runs after the application's own bootstrap: what a test puts in the place of the real thing. */
  readonly bootstrap?: Bootstrap
}

/** Marks the one class whose other attributes hold for every request of the application. */
export const Application = attribute(ApplicationAttribute)

/** An application, booted: `kernel.fetch` answers requests. */
export interface Application extends ApplicationParts {
  readonly kernel: Kernel
  readonly router: Router
  readonly commands: CommandRegistry
}

/**
 * Boots the application in a folder, given as a path or file URL: configuration, `src/bootstrap.ts`,
 * discovery, container, kernel. Throws where anything it declares cannot work.
 */
export async function createApp(
  root: string | URL = process.cwd(),
  options: CreateAppOptions = {},
): Promise<Application> {
  const folder = rootFolder(root)
  const config = Config.load(folder)
  const container = new Container().instance(Config, config)
  await runBootstrap(folder, container, config)
  await options.bootstrap?.(container, config)
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
  for (const extension of extensions) {
    await extension.extend?.({ container, config, classes })
  }
  container.boot()
  for (const type of [...listeners.classes, ...commands.classes]) container.lifetime(type)
  for (const type of listeners.classes) refuseCallersOfListener(type, container)
  for (const command of commands.commands) command.prepare?.(container)
  const mcp =
    tools.classes.size > 0 ? createMcpServer(tools, router, container, config, folder) : undefined
  const kernel = new Kernel(container, router, { root: folder, ...(mcp && { mcp }), ...options })
  await kernel.prepared()
  return { kernel, container, router, config, commands, classes }
}

function createMcpServer(
  tools: McpRegistry,
  router: Router,
  container: Container,
  config: Config,
  folder: string,
): McpServer {
  return new McpServer(tools, new McpDispatcher(container, router), {
    info: readServerInfo(folder),
    logger: container.get(Logger),
    allowedHosts: config.list('FW_MCP_ALLOWED_HOSTS', []),
  })
}

async function runBootstrap(folder: string, container: Container, config: Config): Promise<void> {
  const built = readBuiltApplication(folder)
  const file = built ? built.bootstrap : findBootstrap(readRoots(folder))
  if (file === undefined) return
  const { default: bootstrap } = await importModule(file)
  if (typeof bootstrap !== 'function') throw new UnusableBootstrap(file)
  await (bootstrap as Bootstrap)(container, config)
}

/** The application's bootstrap module does not export its function. */
export class UnusableBootstrap extends Error {
  override readonly name = 'UnusableBootstrap'

  constructor(file: string) {
    super(
      `${file} has no function as its default export. ` +
        'Write: export default (container: Container, config: Config) => { … }',
    )
  }
}
