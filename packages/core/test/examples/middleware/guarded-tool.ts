import {
  HttpError,
  type HttpRequest,
  McpTool,
  type Middleware,
  type Next,
  Stage,
  type ToolCall,
  Use,
} from '@fw/core'

/** Rejects all calls at night. */
@Stage('admit')
export class OfficeHours implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    this.#check()
    return next()
  }

  handleTool(_call: ToolCall, next: () => unknown) {
    this.#check()
    return next()
  }

  #check() {
    if (new Date().getHours() < 7) {
      throw new HttpError(503, 'We open at seven.')
    }
  }
}

export class Payments {
  @Use(OfficeHours)
  @McpTool('pay', 'Pays a bill.')
  pay(bill: string) {
    return `${bill} is paid.`
  }
}
