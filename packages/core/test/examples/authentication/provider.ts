import { jwt } from '@fw/auth'
import {
  Authentication,
  type Config,
  Get,
  Principal,
  Public,
  Scopes,
} from '@fw/core'

export class Callers extends Authentication {
  static override schemes(config: Config) {
    return {
      user: jwt({
        issuer: config.string('ISSUER'),
        audience: config.string('AUDIENCE'),
      }),
    }
  }
}

export class Orders {
  @Get('/orders')
  @Scopes('orders:read')
  list(caller: Principal) {
    return `The orders of ${caller.id}`
  }

  @Get('/prices')
  @Public()
  prices() {
    return { tea: 4 }
  }
}
