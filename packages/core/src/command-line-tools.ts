import type { CheckOptions } from './check-application.ts'
import { checkCommand } from './tools/check/commands/check.ts'
import type { Finding } from './tools/check/finding.ts'
import type { ApplicationBuild } from './tools/build/build-application.ts'
import { Config } from './base/config/config.ts'
import { buildCommand } from './tools/console/commands/build.ts'
import { clientCommand } from './tools/console/commands/client.ts'
import {
  connectionsCommand,
  type ConnectionsApplication,
} from './tools/console/commands/connections.ts'
import { devCommand, type DevelopOptions } from './tools/console/commands/dev.ts'
import { mcpDevCommand, type ServeToolsOptions } from './tools/console/commands/mcp-dev.ts'
import { openapiCommand } from './tools/console/commands/openapi.ts'
import { routesCommand } from './tools/console/commands/routes.ts'
import { CommandRegistry } from './tools/console/registry.ts'
import { isInstalled } from './base/discovery/is-installed.ts'
import { loadExtensions } from './extension.ts'
import type { KernelPlan } from './kernel.ts'
import { registerApplication } from './register-application.ts'
import { planRegistered, type RegisteredApplication } from './registration.ts'
import { readBundle } from './base/platform/bundle.ts'

/**
 * Creates the commands of `fw` that need no booted application. A server loads them only if the application or an
 * extension has commands.
 */
export function createTools(folder: string, prepare: () => Promise<void>): CommandRegistry {
  const tools = new CommandRegistry()
  const plan = () => planFolder(folder, prepare)
  if (!readBundle()) {
    tools
      .add(devCommand(developIn(folder)))
      .add(mcpDevCommand(serveToolsIn(folder)))
      .add(buildCommand(folder, addExtensionFiles))
    tools.add(clientCommand(folder, plan))
  }
  return tools
    .add(routesCommand(plan))
    .add(openapiCommand(plan))
    .add(checkCommand(folder, (options) => checkFolder(folder, prepare, options)))
    .add(connectionsCommand(() => connectionsOf(folder, prepare)))
}

function developIn(folder: string): (options: DevelopOptions) => Promise<void> {
  return async (options) => {
    const { checkEnvFile } = await import('./tools/check/check-env-file.ts')
    for (const { file, line, text, remedy } of checkEnvFile(folder)) {
      process.stderr.write(`${file}:${line}: ${text} ${remedy}\n`)
    }
    return (await import('./tools/development/develop.ts')).develop(folder, options)
  }
}

function serveToolsIn(folder: string): (options: ServeToolsOptions) => Promise<void> {
  return async (options) =>
    (await import('./tools/development/inspector/serve-tools.ts')).serveTools(folder, options)
}

async function checkFolder(
  folder: string,
  prepare: () => Promise<void>,
  options: CheckOptions,
): Promise<Finding[]> {
  await prepare()
  return (await import('./check-application.ts')).checkApplication(folder, options)
}

async function connectionsOf(
  folder: string,
  prepare: () => Promise<void>,
): Promise<ConnectionsApplication> {
  await prepare()
  return {
    config: Config.load(folder),
    extensions: await loadExtensions(folder),
    isInstalled: (name) => isInstalled(name, folder),
  }
}

/** Plans an application without creating its services. */
async function planFolder(
  folder: string,
  prepare: () => Promise<void>,
): Promise<KernelPlan & Pick<RegisteredApplication, 'classes'>> {
  await prepare()
  const app = await registerApplication(folder)
  return { ...planRegistered(app), classes: app.classes }
}

/** Lets extensions add the files that a built application needs. */
async function addExtensionFiles(build: ApplicationBuild): Promise<void> {
  for (const extension of await loadExtensions(build.folder)) await extension.build?.(build)
}
