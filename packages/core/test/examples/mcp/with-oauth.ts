import { jwt } from '@fw/auth'
import {
  Authentication,
  type Config,
  McpTool,
  type Principal,
  Roles,
  Scopes,
} from '@fw/core'

export class Callers extends Authentication {
  static override schemes(config: Config) {
    const audience = config.string('FW_PUBLIC_URL')
    return { user: jwt({ issuer: config.string('ISSUER'), audience }) }
  }
}

export class Orders {
  @McpTool('list_orders', 'Lists the orders of the caller.')
  @Scopes('orders:read')
  list(caller: Principal) {
    return `The orders of ${caller.id}`
  }

  @McpTool('cancel_orders', 'Cancels all orders of the caller.')
  @Scopes('orders:read', 'orders:write')
  cancel(caller: Principal) {
    return `The orders of ${caller.id} are cancelled`
  }

  @McpTool('close_shop', 'Takes no more orders.')
  @Roles('owner')
  close() {
    return 'closed'
  }
}
