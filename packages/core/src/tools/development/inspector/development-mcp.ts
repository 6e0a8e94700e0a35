import { Config } from '../../../base/config/config.ts'
import { Container } from '../../../base/container/container.ts'
import { McpDispatcher } from '../../../features/mcp/calls/dispatcher.ts'
import { McpError } from '../../../features/mcp/protocol/errors.ts'
import { McpRegistry } from '../../../features/mcp/catalogue/registry.ts'
import { McpServer } from '../../../features/mcp/server.ts'
import { DevelopmentTools, type RunningApplication } from './development-tools.ts'

/** Creates the MCP server with tools for developing the application in a folder. */
export function developmentServer(app: RunningApplication, folder: string): McpServer {
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(DevelopmentTools, new DevelopmentTools(app, folder))
    .boot()
  const registry = new McpRegistry().register(DevelopmentTools)
  return new McpServer(registry, new McpDispatcher(container), {
    info: { name: 'fw-dev', version: '1.0.0', title: 'fw dev' },
    instructions: 'Tools that show what the application under development does, and its errors.',
  })
}

/** An application that runs under `fw dev` in another process. */
export class RemoteApplication implements RunningApplication {
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  async routes() {
    return (await this.#state()).routes
  }

  async route(method: string, path: string) {
    return (await this.#fetch(`route?${new URLSearchParams({ method, path }).toString()}`)) as
      | object
      | undefined
  }

  async entries() {
    return (await this.#state()).entries
  }

  async entry(id: number) {
    return (await this.#fetch(`entries/${id}`)) as Awaited<ReturnType<RunningApplication['entry']>>
  }

  async lines() {
    return (await this.#fetch('log')) as Awaited<ReturnType<RunningApplication['lines']>>
  }

  async send(options: object) {
    return (await this.#fetch('send', { method: 'POST', body: JSON.stringify(options) })) as object
  }

  async #state() {
    type State = {
      readonly routes: Awaited<ReturnType<RunningApplication['routes']>>
      readonly entries: Awaited<ReturnType<RunningApplication['entries']>>
    }
    return (await this.#fetch('state')) as State
  }

  /** Returns the response of the inspector; undefined for a 404. */
  async #fetch(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#address}/_fw/${path}`, init).catch(() => {
      throw new McpError(
        `No response from ${this.#address}. Run "npx fw dev". The tools check and search_docs work without it.`,
      )
    })
    if (response.status === 404) return undefined
    const content = (await response.json()) as { readonly error?: string }
    if (!response.ok) throw new McpError(JSON.stringify(content))
    return content
  }
}
