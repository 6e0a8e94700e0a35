import {
  Application,
  attribute,
  Delete,
  Get,
  type HttpRequest,
  type int,
  type Middleware,
  type Next,
  Use,
} from '@fw/core'

export class AuditedAttribute {
  constructor(readonly action: string) {}
}

/** Describes what a method does, for readers of the audit trail. */
export const Audited = attribute(AuditedAttribute)

/** Yours writes to a table. */
export class AuditTrail {
  readonly entries: object[] = []
}

export class Audit implements Middleware {
  constructor(private readonly trail: AuditTrail) {}

  handle(request: HttpRequest, next: Next) {
    const audited = request.attribute(AuditedAttribute)
    if (audited) {
      const { ip, parameters } = request
      request.onSent(({ status }) => {
        const { action } = audited
        this.trail.entries.push({ action, status, parameters, ip })
      })
    }
    return next()
  }
}

@Application()
@Use(Audit)
export class Shop {}

export class Orders {
  @Get('/orders/{id}')
  show(id: int) {
    return { id }
  }

  @Audited('cancels an order')
  @Delete('/orders/{id}')
  cancel(id: int): void {
    console.log(`Order ${id} is cancelled.`)
  }
}
