import {
  Application,
  Get,
  HttpError,
  type HttpRequest,
  type Middleware,
  type Next,
  Provides,
  Stage,
  Use,
} from '@fw/core'

export class Tenant {
  constructor(
    readonly id: number,
    readonly name: string,
  ) {}
}

/** Yours asks a database. */
export class Tenants {
  readonly #byHost = new Map([
    ['north.example.com', new Tenant(1, 'North')],
    ['south.example.com', new Tenant(2, 'South')],
  ])

  async at(host: string): Promise<Tenant | undefined> {
    return this.#byHost.get(host)
  }
}

@Stage('authenticate')
@Provides(Tenant)
export class TenantByHost implements Middleware {
  constructor(private readonly tenants: Tenants) {}

  async handle(request: HttpRequest, next: Next) {
    const [name = ''] = request.host.split(':')
    const tenant = await this.tenants.at(name.toLowerCase())
    if (!tenant) throw new HttpError(404, 'There is no such shop.')
    request.provide(Tenant, tenant)
    return next()
  }
}

@Application()
@Use(TenantByHost)
export class Shops {}

/** Built for each request, because it takes a value of the request. */
export class Catalogue {
  constructor(private readonly tenant: Tenant) {}

  title() {
    return `The books of ${this.tenant.name}`
  }
}

export class Books {
  constructor(private readonly catalogue: Catalogue) {}

  @Get('/books')
  list(tenant: Tenant) {
    return { tenant: tenant.id, title: this.catalogue.title() }
  }
}
