import { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import type { ErrorFormatName } from '../../http/error-handling/error-format.ts'
import type { Router } from '../../http/routing/router.ts'
import { Logger } from '../../base/logging/logger.ts'
import { McpDispatcher } from './calls/dispatcher.ts'
import { McpRegistry } from './catalogue/registry.ts'
import { readServerTexts } from './protocol/server-info.ts'
import { McpServer } from './server.ts'

interface Application {
  readonly container: Container
  readonly router: Router
  readonly folder: string
}

/** The kernel options that control error messages. */
interface ErrorTranslation {
  readonly errors?: ErrorFormatName
  readonly errorDetails?: boolean
}

/** The tools and resources of an application. */
export class ApplicationTools extends McpRegistry {
  /** Creates the server of `/mcp`. */
  createServer(
    { container, router, folder }: Application,
    { errors, errorDetails }: ErrorTranslation,
  ): McpServer {
    return new McpServer(this, new McpDispatcher(container, router, errors), {
      ...readServerTexts(folder),
      logger: container.get(Logger),
      allowedHosts: container.get(Config).list('FW_MCP_ALLOWED_HOSTS', []),
      ...(errorDetails !== undefined && { errorDetails }),
    })
  }
}
