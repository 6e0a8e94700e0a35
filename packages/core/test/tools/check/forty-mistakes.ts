/** The sources of an application with more than forty kinds of mistakes. */
export const fortyMistakes: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "forty", "type": "module", "dependencies": { "@fw/core": "*" } }',
  'src/properties.ts': `import { Command, Get, HealthCheck, McpTool } from '@fw/core'

export class Properties {
  @Get('/arrow')
  arrow = (): string => ''

  @Get('/getter')
  get getter(): string { return '' }

  @McpTool('Does nothing.')
  tool = (): string => ''

  @Command('properties:none')
  command = (): void => {}

  @HealthCheck('none')
  health = (): void => {}
}

export abstract class Unextended {
  @Get('/abstract')
  show(): string { return '' }
}
`,
  'src/routes.ts': `import { ApiResponse, Body, Cookie, Get, Header, Post, Prefix, Query } from '@fw/core'
import { CreateOrder } from './orders.ts'

export class Orders {
  @Get('orders')
  noSlash(): string { return '' }

  @Get('/orders/{id}/{id}')
  twice(id: string): string { return id }

  @Get('/orders/x{id}')
  part(id: string): string { return id }

  @Get('/a?b=1')
  query(): string { return '' }

  @Get('/same')
  first(): string { return '' }

  @Get('/same')
  second(): string { return '' }

  @Get('/nothing/{id}')
  unfilled(ident: string): string { return ident }

  @Get('/status', { status: 700 })
  status(): string { return '' }

  @Get('/static')
  static none(): string { return '' }

  @Prefix('/x')
  @Get('/prefixed')
  prefixed(): string { return '' }

  @Get('/header')
  header(@Header() agent: CreateOrder): string { return String(agent) }

  @Get('/returns')
  returns(): Map<Date, string> { return new Map() }

  @Post('/body')
  body(@Body() order: CreateOrder): string { return order.note }
}

@Prefix('/never')
export class Nothing {}
`,
  'src/orders.ts': `import { Email, Min, MinLength, NotBlank, Regex, Trim } from '@fw/core'

export class CreateOrder {
  constructor(
    @Email() readonly count: number,
    @Min(1) readonly name: string,
    @Trim() readonly amount: number,
    readonly when: symbol,
    readonly call: () => void,
    @Regex(/a/i) readonly code: string,
    @NotBlank readonly note: string,
  ) {}

  @MinLength(1) stray = ''
}
`,
  'src/around.ts': `import { Application, Authenticated, Cors, ErrorHandler, Listener, Public, Roles, Throws, Timeout, Use, Get, type HttpRequest, type Middleware, type Next } from '@fw/core'

export class Lost extends Error {}

export class Around implements Middleware {
  handle(_request: HttpRequest, next: Next) { return next() }
}

export class Misplaced {
  @Use(Around)
  helper(): string { return '' }

  @Public()
  open(): string { return '' }

  @Listener()
  listens(): void {}

  @Listener()
  hears(text: string): void { void text }

  @ErrorHandler()
  words(): string { return '' }

  @ErrorHandler()
  wordsText(error: string): string { return error }

  @ErrorHandler()
  one(error: Lost): string { return error.message }

  @ErrorHandler()
  two(error: Lost): string { return error.message }

  @Get('/throws')
  @Throws(TypeError)
  throwing(): string { return '' }

  @Get('/guarded')
  @Authenticated()
  guarded(): string { return '' }

  @Get('/both')
  @Public()
  @Roles('admin')
  both(): string { return '' }

  @Get('/late')
  @Timeout('x')
  late(): string { return '' }
}

@Use(Around)
export class Alone {}

@Application() export class One {}
@Application() export class Two {}
`,
  'src/agents.ts': `import { Command, McpResource, McpTool } from '@fw/core'
import { Schedule } from "@fw/core"
import type { Job } from '@fw/queue'

export class Agents {
  @McpTool('bad name', 'A tool.')
  bad(): string { return '' }

  @McpTool('same', 'A tool.')
  one(): string { return '' }

  @McpTool('same', 'A tool.')
  two(): string { return '' }

  @McpTool('rest', 'A tool.')
  rest(...all: string[]): string { return String(all) }

  @McpTool('file', 'A tool.')
  file(file: File): string { return file.name }

  @McpResource('nothing', 'x', 'A resource.')
  noUri(): string { return '' }

  @McpResource('app://x', 'x', 'A resource.')
  unfilled(name: string): string { return name }

  @Command('two words')
  words(): void {}

  @Command('lists')
  lists(all: string[], one: string): void { void [all, one] }

  @Command('lists')
  again(): void {}

  @Command('object')
  object(filter: { a: string }): void { void filter }

  @Schedule('not a pattern')
  never(): void {}
}

export class Mail implements Job {
  constructor(readonly to: symbol) {}
  handle(): void {}
}

export class Idle implements Job {}

class Hidden {
  @Command('hidden')
  run(): void {}
}
void Hidden
`,
  'src/broken.ts': `import { Get } from '@fw/core'

export class Broken {
  @Get('/broken'
  get() {}
}
`,
  'src/thrown.ts': `import { Get } from '@fw/core'

const port = JSON.parse('x') as number

export class Thrown {
  @Get('/thrown') get(): number { return port }
}
`,
}
