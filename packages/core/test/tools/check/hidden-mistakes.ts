/** The sources of an application in which each mistake once hid others: those of the same module, class or method. */
export const hiddenMistakes: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  '.env': 'DB_REPORTING_URL=sqlite:reports.db\n',
  'src/broken.ts': `import { Get } from '@fw/core'

export class Rate { constructor(readonly amount: number) {} }

export class Rates {
  @Get('/rates')
  list(): Rate[] { return [ }
}
`,
  'src/uses-broken.ts': `import { Body, Get, Post } from '@fw/core'
import { Rate, Rates } from './broken.ts'

export class Prices extends Rates {
  constructor(readonly rates: Rates) { super() }

  @Get('prices')
  list(): Rate[] { return [] }

  @Post('/prices')
  create(@Body() rate: Rate, name: string): Rate { return rate }
}
`,
  'src/import.ts': `import { Get } from '@fw/core'

export class Customers {
  @Post('/customers')
  create(@Body() customer: Customer, @Audited() by: string): Customer { return customer }

  @Get('customers/{id}')
  old(ident: string): string { return ident }

  @Gett('deleted')
  deleted(): string { return '' }
}

export class Customer {
  constructor(readonly name: string, readonly born: Dat) {}
}
`,
  'src/missing.ts': `import { Get, Throws, Use } from '@fw/core'
import { Guard, NotFound, type Found } from './serivce.ts'

export class Finds {
  constructor(readonly guard: Guard) {}

  @Get('/finds/{id}') @Use(Guard) @Throws(NotFound)
  show(ident: string): Found { return ident as never }
}
`,
  'src/misnamed.ts': `import { Get } from '@fw/core'
import { all, Oder } from './orders.ts'

export class Misnamed {
  @Get('misnamed') list(): Oder[] { return all.map(() => new Oder()) }
}
`,
  'src/orders.ts': `export class Order {}
`,
  'src/settings.ts': `export const settings = JSON.parse('x') as { port: number }
`,
  'src/thrown.ts': `import { Get } from '@fw/core'
import { settings } from './settings.ts'

export class Thrown {
  @Get('thrown') get(): number { return settings.port }
}
`,
  'src/properties.ts': `import { Body, Post } from '@fw/core'

export class Address {
  street: strng
  city!: string
}

export class Person {
  constructor(readonly address: Address, readonly more: Nested) {}
}

export class Nested {
  constructor(readonly count: nubmer) {}
}

export class People {
  @Post('people')
  create(@Body() person: Person): void {}
}
`,
  'src/routes-a.ts': `import { Get } from '@fw/core'

export class RoutesA {
  @Get('/tests/{id}')
  test(nr: string): ReturnType<typeof String> { return nr }
}
`,
  'src/routes-b.ts': `import { Get } from '@fw/core'

export class RoutesB {
  @Get('/tests/{key}')
  test(key: string): string { return key }
}
`,
  'src/commands-a.ts': `import { Command } from '@fw/core'

export class CommandsA {
  @Command('tidy')
  tidy(count: symbol): void {}
}
`,
  'src/commands-b.ts': `import { Command } from '@fw/core'

export class CommandsB {
  @Command('tidy')
  tidy(): void {}
}
`,
  'src/services.ts': `import { Application, Connection, Get, Use } from '@fw/core'
import { Database } from '@fw/query'

export interface Clock { now(): Date }
export interface Mailer { send(): void }

export class Watch {
  constructor(readonly clock: Clock) {}
}

export class Times {
  constructor(readonly watch: Watch, readonly mailer: Mailer, readonly size: number) {}

  @Get('/time')
  time(at: string): string { return at }
}

export class One { constructor(readonly two: Two) {} }
export class Two { constructor(readonly one: One) {} }

export class Audit {
  constructor(readonly one: One, @Connection('reportng') readonly db: Database, readonly repo: Watc) {}
  handle(_request: unknown, next: () => never): never { return next() }
}

@Application
export class Circles {
  @Get('/circles') @Use(Audit)
  list(): string[] { return [] }
}
`,
}

/** The services of the application above whose constructors only a registration replaces. */
export const registered = `import type { Container } from '@fw/core'
import { One, Times, Watch } from './services.ts'

export default (container: Container) => {
  container.bind(Times, () => new Times(new Watch({ now: () => new Date() }), { send() {} }, 1))
  container.bind(One, () => new One(undefined as never))
}
`
