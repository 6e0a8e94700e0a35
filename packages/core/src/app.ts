import type { MaybePromise } from './base/platform/maybe-promise.ts'
import { SlowQueries } from './http/channels/slow-queries.ts'
import { Config } from './base/config/config.ts'
import type { CommandRegistry } from './tools/console/registry.ts'
import { Container } from './base/container/container.ts'
import { readBuiltApplication } from './base/discovery/built-application.ts'
import { importModule } from './base/discovery/import-module.ts'
import { rootFolder } from './base/platform/root-folder.ts'
import { findBootstrap, readRoots } from './base/discovery/roots.ts'
import {
  adminEndpointsOf,
  createFlusher,
  loadExtensions,
  type ApplicationParts,
  type Extension,
} from './extension.ts'
import { ApplicationAttribute } from './http/routing/decorators.ts'
import type { Router } from './http/routing/router.ts'
import { Kernel, type KernelOptions } from './kernel.ts'
import { Logger } from './base/logging/logger.ts'
import type * as Connections from './features/health/connections/prepare-connections.ts'
import { AdminEndpoints } from './features/health/admin-endpoint.ts'
import { BufferFlusher } from './features/health/flush.ts'
import { planHealthChecks } from './features/health/health-checks.ts'
import { Health } from './features/health/health.ts'
import { attribute } from './base/reflection/attribute.ts'
import { kernelOptions, refuseUncallable, registerClasses } from './registration.ts'
import { declaredMessages, Messages } from './data/validation/message.ts'

/** Registers services that the container cannot create from constructors alone. */
export type Bootstrap = (container: Container, config: Config) => MaybePromise<void>

/** Options for booting an application, for example to replace services with test doubles. */
export interface CreateAppOptions extends KernelOptions {
  /** Called after the bootstrap module, to replace services in tests. */
  readonly bootstrap?: Bootstrap
}

/** Marks the class whose decorators apply to every request of the application. */
export const Application = attribute(ApplicationAttribute)

/** A booted application. `kernel.fetch` handles requests. */
export interface Application extends ApplicationParts {
  readonly kernel: Kernel
  readonly router: Router
  readonly commands: CommandRegistry
}

/**
 * Boots the application in a folder, given as a path or file URL: reads its configuration, runs `src/bootstrap.ts`,
 * discovers its classes and creates the kernel. Throws if a declaration is invalid.
 */
export async function createApp(
  root: string | URL = process.cwd(),
  options: CreateAppOptions = {},
): Promise<Application> {
  return (await bootApplication(root, options)).app
}

/**
 * Boots an application and returns it with its extensions. `prepare` registers services that the application may
 * replace.
 */
export async function bootApplication(
  root: string | URL,
  options: CreateAppOptions = {},
  prepare?: Bootstrap,
): Promise<{ readonly app: Application; readonly extensions: readonly Extension[] }> {
  const folder = rootFolder(root)
  const config = Config.load(folder)
  const container = new Container().instance(Config, config)
  const extensions = await loadExtensions(folder)
  for (const extension of extensions) {
    await extension.start?.({ folder, config, logger: () => container.get(Logger) })
  }
  await prepare?.(container, config)
  await runBootstrap(folder, container, config)
  await options.bootstrap?.(container, config)
  const registered = await registerClasses(folder, container, config, extensions)
  const { router, commands, classes } = registered
  const messages = declaredMessages(classes)
  if (messages && !container.has(Messages)) container.bind(Messages, (c) => c.get(messages))
  for (const extension of extensions) await extension.extend?.({ container, config, classes })
  const applicationChecks = planHealthChecks(classes, container)
  const connections = await prepareConnections(
    { container, config, folder, extensions },
    applicationChecks,
  )
  const checks = connections?.checks ?? applicationChecks
  container.instance(Health, new Health(checks, () => container.get(Logger)))
  container.instance(AdminEndpoints, adminEndpointsOf(extensions))
  container.instance(
    BufferFlusher,
    createFlusher(extensions, () => container.get(Logger)),
  )
  const slowQueryLimit = config.duration('FW_SLOW_QUERY', undefined)
  if (slowQueryLimit !== undefined) {
    // Bound, because the container only disposes of services that it creates.
    container
      .bind(SlowQueries, (c) => new SlowQueries(slowQueryLimit, c.get(Logger)))
      .get(SlowQueries)
  }
  container.boot()
  refuseUncallable(registered)
  const kernel = new Kernel(container, router, {
    ...kernelOptions(registered, options),
    ...options,
  })
  await kernel.prepared()
  await connections?.loaded()
  return { app: { kernel, container, router, config, commands, classes }, extensions }
}

/** Prepares the configured databases and Redis; undefined if neither is configured. */
async function prepareConnections(
  ...args: Parameters<typeof Connections.prepareConnections>
): Promise<Connections.PreparedConnections | undefined> {
  const pattern = /^(?:DATABASE|DB|REDIS|SESSION|RATE)_/
  if (!args[0].config.keys().some((key) => pattern.test(key))) return undefined
  const module = await import('./features/health/connections/prepare-connections.ts')
  return module.prepareConnections(...args)
}

async function runBootstrap(folder: string, container: Container, config: Config): Promise<void> {
  const built = readBuiltApplication(folder)
  const file = built ? built.bootstrap : findBootstrap(readRoots(folder))
  if (file === undefined) return
  const { default: bootstrap } = await importModule(file)
  if (typeof bootstrap !== 'function') throw new UnusableBootstrap(file)
  await (bootstrap as Bootstrap)(container, config)
}

/** Thrown if the bootstrap module has no function as its default export. */
export class UnusableBootstrap extends Error {
  override readonly name = 'UnusableBootstrap'

  constructor(file: string) {
    super(
      `${file} has no function as its default export. ` +
        'Write: export default (container: Container, config: Config) => { … }',
    )
  }
}
