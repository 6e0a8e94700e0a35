import type { Writable } from 'node:stream'
import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { CredentialRefused } from '../../features/access/errors.ts'
import { LocalPrincipal, type Held, type Principal } from '../../features/access/principal.ts'
import { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import { Router } from '../../http/routing/router.ts'
import { Logger } from '../../base/logging/logger.ts'
import { McpDispatcher } from '../../features/mcp/calls/dispatcher.ts'
import { DocsResource } from '../../features/mcp/catalogue/docs-resource.ts'
import { McpRegistry } from '../../features/mcp/catalogue/registry.ts'
import { readServerTexts } from '../../features/mcp/protocol/server-info.ts'
import { McpServer } from '../../features/mcp/server.ts'
import { serveStdio } from '../../features/mcp/transports/stdio.ts'
import type { Class } from '../../base/reflection/type-info.ts'

interface ServeAgentsOptions {
  readonly folder: string
  readonly classes: readonly Class[]
  /** The only stream that writes to standard output. */
  readonly output: Writable
  readonly signal: AbortSignal
}

/** Serves an agent over standard input and output until the signal is aborted. */
export async function serveAgents(
  container: Container,
  { folder, classes, output, signal }: ServeAgentsOptions,
): Promise<void> {
  const registry = new McpRegistry()
  for (const type of [...classes, DocsResource]) registry.register(type)
  const { errorHandlers } = container.get(Router)
  const server = new McpServer(registry, new McpDispatcher(container, { errorHandlers }), {
    ...readServerTexts(folder),
    logger: container.get(Logger),
  })
  const caller = await callerOf(server, container.get(Config))
  await serveStdio(server, { output, signal, caller })
}

/**
 * Returns a function that returns the caller: the owner of `FW_AUTH_TOKEN`, or else a local principal with the
 * configured scopes and roles.
 */
async function callerOf(
  { access }: McpServer,
  config: Config,
): Promise<() => MaybePromise<Principal>> {
  const token = config.string('FW_AUTH_TOKEN', undefined)
  if (token === undefined) {
    const local = new LocalPrincipal({
      scopes: readNames(config, 'FW_LOCAL_SCOPES'),
      roles: readNames(config, 'FW_LOCAL_ROLES'),
    })
    return () => local
  }
  if (!access) throw new TypeError(noAuthentication)
  const identify = () => access.identify(token)
  await verifyToken(identify)
  return identify
}

async function verifyToken(identify: () => Promise<Principal>): Promise<void> {
  try {
    await identify()
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    throw new TypeError(
      `FW_AUTH_TOKEN is not accepted: ${error.message}. Get a new token for this server.`,
      { cause: error },
    )
  }
}

const noAuthentication =
  'FW_AUTH_TOKEN is set, but there is no Authentication that could verify it. Remove the token, or declare an Authentication.'

function readNames(config: Config, key: string): Held {
  const names: readonly string[] = config.list(key, [])
  return names.includes('*') ? 'all' : names
}
