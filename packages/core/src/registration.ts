import { Authentication, declaredAuthentication } from './features/access/authentication.ts'
import type { Config } from './base/config/config.ts'
import { CommandRegistry } from './tools/console/registry.ts'
import type { Container } from './base/container/container.ts'
import { refuseRequestDependencies } from './base/container/refuse-request-dependencies.ts'
import { discoverClasses } from './base/discovery/discover-classes.ts'
import { EventListenerRegistry } from './features/events/registry.ts'
import { refuseMissingPackages, type ApplicationParts, type Extension } from './extension.ts'
import { ApplicationAttribute } from './http/routing/decorators.ts'
import { Router } from './http/routing/router.ts'
import type { Class } from './base/reflection/type-info.ts'
import { refuseCallersOfListener } from './features/access/declared-access.ts'
import { planKernel, type KernelPlan, type KernelOptions } from './kernel.ts'
import { Logger } from './base/logging/logger.ts'
import type { ApplicationTools } from './features/mcp/application-tools.ts'
import { hasTools } from './features/mcp/catalogue/decorators.ts'
import { attempt, attemptEach } from './base/reflection/attempt.ts'
import { placeOf } from './base/reflection/place-of.ts'
import { classAttributes } from './base/reflection/reflect.ts'
import { refuseUnknownSettings } from './base/platform/application-manifest.ts'

/** An application whose classes are registered, without services. */
export interface RegisteredApplication extends ApplicationParts {
  /** The folder of its package.json. */
  readonly folder: string
  readonly router: Router
  readonly listeners: EventListenerRegistry
  readonly commands: CommandRegistry
  /** Its MCP tools and resources; undefined if the application has neither. */
  readonly tools: ApplicationTools | undefined
  readonly extensions: readonly Extension[]
}

/** Registers the classes of an application in an existing container. */
export async function registerClasses(
  folder: string,
  container: Container,
  config: Config,
  extensions: readonly Extension[],
): Promise<RegisteredApplication> {
  attempt({ name: '', at: '' }, () => refuseUnknownSettings(folder))
  const classes = applicationFirst(await discoverClasses(folder, container.get(Logger)))
  const router = new Router()
  const listeners = new EventListenerRegistry()
  const commands = new CommandRegistry()
  const tools = await loadTools(classes)
  const registries = [router, listeners, commands, ...(tools ? [tools] : [])]
  for (const type of classes) {
    attemptEach(
      registries,
      () => placeOf(type),
      (each) => each.register(type),
    )
  }
  container.instance(Router, router).instance(EventListenerRegistry, listeners)
  const authentication = attempt({ name: '', at: '' }, () =>
    declaredAuthentication(container, config, classes),
  )
  if (authentication) container.instance(Authentication, authentication)
  refuseMissingPackages(classes, extensions)
  return { folder, container, config, classes, router, listeners, commands, tools, extensions }
}

/** Loads the MCP server if the application has tools or resources. */
async function loadTools(classes: readonly Class[]): Promise<ApplicationTools | undefined> {
  const declaring = attemptEach(classes, placeOf, (type) => hasTools(type))
  if (!declaring.includes(true)) return undefined
  const { ApplicationTools } = await import('./features/mcp/application-tools.ts')
  return new ApplicationTools()
}

/** Moves the class marked with `@Application` to the front, because its decorators apply to all others. */
function applicationFirst(classes: readonly Class[]): readonly Class[] {
  const isApplication = (type: Class) =>
    classAttributes(type).some((use) => use instanceof ApplicationAttribute)
  return [...classes.filter(isApplication), ...classes.filter((type) => !isApplication(type))]
}

/**
 * Throws if a method that is called without a request needs an object that only requests provide. Creates no services.
 */
export function refuseUncallable({ listeners, commands, container }: RegisteredApplication): void {
  const classes = new Set([...listeners.classes, ...commands.classes])
  attemptEach(
    classes,
    (type) => placeOf(type),
    (type) => container.lifetime(type),
  )
  attemptEach(
    listeners.classes,
    (type) => placeOf(type),
    (type) => {
      refuseCallersOfListener(type, container)
      refuseRequestDependencies(container.required(type), type.name, placeOf(type).at)
    },
  )
  for (const command of commands.commands) {
    attempt({ name: command.owner, at: '' }, () => command.prepare?.(container))
  }
}

/** Plans the kernel of a registered application: its routes with their middleware, and the OpenAPI document. */
export function planRegistered(app: RegisteredApplication): KernelPlan {
  return planKernel(app.container, app.router, kernelOptions(app))
}

/**
 * Returns the options of an application's kernel, which include its MCP server. Only the server
 * gets the `overrides`.
 */
export function kernelOptions(
  app: RegisteredApplication,
  overrides: KernelOptions = {},
): KernelOptions {
  const { tools } = app
  return { root: app.folder, ...(tools && { mcp: tools.createServer(app, overrides) }) }
}
