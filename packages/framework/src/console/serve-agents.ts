import type { Writable } from 'node:stream'
import { CredentialRefused } from '../access/errors.ts'
import { LocalPrincipal, type Held, type Principal } from '../access/principal.ts'
import { Config } from '../config/config.ts'
import type { Container } from '../container/container.ts'
import { Router } from '../http/routing/router.ts'
import { Logger } from '../logging/logger.ts'
import { McpDispatcher } from '../mcp/dispatcher.ts'
import { DocsResource } from '../mcp/docs-resource.ts'
import { McpRegistry } from '../mcp/registry.ts'
import { readServerTexts } from '../mcp/server-info.ts'
import { McpServer } from '../mcp/server.ts'
import { serveStdio } from '../mcp/transports/stdio.ts'
import type { Class } from '../reflection/type-info.ts'

interface Serving {
  readonly folder: string
  readonly classes: readonly Class[]
  /** The only stream that writes to standard output. */
  readonly output: Writable
  readonly signal: AbortSignal
}

/** Serves an agent over standard input and output until the signal is aborted. */
export async function serveAgents(
  container: Container,
  { folder, classes, output, signal }: Serving,
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
 * Returns a function for the caller: the owner of `FW_AUTH_TOKEN`, else a local principal with the scopes and roles of the
 * configuration.
 */
async function callerOf(
  { access }: McpServer,
  config: Config,
): Promise<() => Principal | Promise<Principal>> {
  const token = config.string('FW_AUTH_TOKEN', undefined)
  if (token === undefined) {
    const local = new LocalPrincipal({
      scopes: heldOf(config, 'FW_LOCAL_SCOPES'),
      roles: heldOf(config, 'FW_LOCAL_ROLES'),
    })
    return () => local
  }
  if (!access) throw new TypeError(unknowable)
  const identify = () => access.identify(token)
  await refusingAtStart(identify)
  return identify
}

async function refusingAtStart(identify: () => Promise<Principal>): Promise<void> {
  try {
    await identify()
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    throw new TypeError(
      `FW_AUTH_TOKEN is not accepted: ${error.message}. Get a new one for this server.`,
      { cause: error },
    )
  }
}

const unknowable =
  'FW_AUTH_TOKEN is set, and there is no Authentication that could know whose it is. Take it away, or declare one.'

function heldOf(config: Config, key: string): Held {
  const names: readonly string[] = config.list(key, [])
  return names.includes('*') ? 'all' : names
}
