import {
  Application,
  attribute,
  Get,
  type HttpRequest,
  type Middleware,
  type Next,
  Provides,
  type Setting,
  Stage,
  type Target,
} from '@fw/core'
import { expect, test } from 'vitest'
import { kernelOf } from '../serving.ts'

class Token {
  constructor(readonly text: string) {}
}

@Stage('admit')
class Guard implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const { by } = request.attribute(GuardedSetting) as GuardedSetting
    return next((reply) => reply.withHeader('x-guarded', by))
  }
}

class GuardedSetting implements Setting {
  readonly isOff: boolean
  readonly by: string

  constructor(by: string | false) {
    this.isOff = by === false
    this.by = String(by)
  }

  middleware() {
    return Guard
  }
}

const Guarded = attribute(GuardedSetting)

@Stage('authenticate')
@Provides(Token)
class Tokens implements Middleware {
  static appliesTo({ takes }: Target): boolean {
    return takes?.has(Token) === true
  }

  handle(request: HttpRequest, next: Next) {
    request.provide(Token, new Token('token'))
    return next((reply) => reply.withHeader('x-tokens', 'yes'))
  }
}

class TokensSetting implements Setting {
  middleware() {
    return Tokens
  }

  brings(): Setting[] {
    return [new GuardedSetting('what tokens bring')]
  }
}

const WithTokens = attribute(TokensSetting)

@Application()
@WithTokens()
class App {}

class Pages {
  @Get('/taken')
  taken(token: Token) {
    return token.text
  }

  @Get('/plain')
  plain() {
    return 'plain'
  }

  @Guarded('the method')
  @Get('/own')
  own(token: Token) {
    return token.text
  }

  @Guarded(false)
  @Get('/off')
  off(token: Token) {
    return token.text
  }
}

class Built {
  constructor(readonly token: Token) {}

  @Get('/built')
  built() {
    return this.token.text
  }
}

test.each([
  ['/taken', 'yes', 'what tokens bring'],
  ['/built', 'yes', 'what tokens bring'],
  ['/own', 'yes', 'the method'],
  ['/off', 'yes', null],
  ['/plain', null, null],
  ['/nowhere', null, null],
  ['/openapi.json', null, null],
])(
  'a setting wraps the middleware that uses its value, and adds another setting: %s',
  async (...row) => {
    const [path, tokens, guarded] = row
    const { kernel } = kernelOf([App, Pages, Built])
    const { headers } = await kernel.fetch(new Request(`http://localhost${path}`))
    expect([headers.get('x-tokens'), headers.get('x-guarded')]).toEqual([tokens, guarded])
  },
)
