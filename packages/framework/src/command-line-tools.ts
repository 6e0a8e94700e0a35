import { checkCommand } from './check/commands/check.ts'
import type { ApplicationBuild } from './build/build-application.ts'
import { buildCommand } from './console/commands/build.ts'
import { clientCommand } from './console/commands/client.ts'
import { devCommand, type DevelopOptions } from './console/commands/dev.ts'
import { mcpDevCommand, type ServeToolsOptions } from './console/commands/mcp-dev.ts'
import { openapiCommand } from './console/commands/openapi.ts'
import { routesCommand } from './console/commands/routes.ts'
import { CommandRegistry } from './console/registry.ts'
import { loadExtensions } from './extension.ts'
import type { KernelPlan } from './kernel.ts'
import { planRegistered, registerApplication, type RegisteredApplication } from './registration.ts'
import { readBundle } from './platform/bundle.ts'

/** Creates the commands of `fw` that work without a boot. A server does not load them. */
export function createTools(folder: string, prepare: () => Promise<void>): CommandRegistry {
  const tools = new CommandRegistry()
  const plan = () => planFolder(folder, prepare)
  if (!readBundle()) {
    tools
      .add(devCommand(developIn(folder)))
      .add(mcpDevCommand(toolsOf(folder)))
      .add(buildCommand(folder, carryAlong))
    tools.add(clientCommand(folder, plan))
  }
  return tools.add(routesCommand(plan)).add(openapiCommand(plan)).add(checkCommand(folder, prepare))
}

function developIn(folder: string): (options: DevelopOptions) => Promise<void> {
  return async (options) => (await import('./development/develop.ts')).develop(folder, options)
}

function toolsOf(folder: string): (options: ServeToolsOptions) => Promise<void> {
  return async (options) =>
    (await import('./development/inspector/serve-tools.ts')).serveTools(folder, options)
}

/** Plans an application without its services. */
async function planFolder(
  folder: string,
  prepare: () => Promise<void>,
): Promise<KernelPlan & Pick<RegisteredApplication, 'classes'>> {
  await prepare()
  const app = await registerApplication(folder)
  return { ...planRegistered(app), classes: app.classes }
}

/** Lets packages write the files that a built application needs. */
async function carryAlong(build: ApplicationBuild): Promise<void> {
  for (const extension of await loadExtensions(build.folder)) await extension.build?.(build)
}
