import 'reflect-metadata'
import { Controller, Get, Header, Module, Request, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { ExtractJwt, Strategy } from 'passport-jwt'
import { address, audience, credentials, issuer } from '../credentials.ts'

interface Caller {
  readonly user: { readonly id: string }
}

@Controller()
class Hello {
  @Get('es256')
  @UseGuards(AuthGuard('es256'))
  @Header('cache-control', 'private, no-cache')
  @Header('vary', 'Authorization')
  es256(@Request() { user }: Caller) {
    return { id: user.id }
  }

  @Get('rs256')
  @UseGuards(AuthGuard('rs256'))
  @Header('cache-control', 'private, no-cache')
  @Header('vary', 'Authorization')
  rs256(@Request() { user }: Caller) {
    return { id: user.id }
  }
}

class Es256 extends PassportStrategy(Strategy, 'es256') {
  constructor() {
    super(optionsOf(credentials.publicKeys.es256, 'ES256'))
  }

  validate({ sub }: { readonly sub: string }) {
    return { id: sub }
  }
}

class Rs256 extends PassportStrategy(Strategy, 'rs256') {
  constructor() {
    super(optionsOf(credentials.publicKeys.rs256, 'RS256'))
  }

  validate({ sub }: { readonly sub: string }) {
    return { id: sub }
  }
}

function optionsOf(secretOrKey: string, algorithm: 'ES256' | 'RS256') {
  return {
    jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
    secretOrKey,
    issuer,
    audience,
    algorithms: [algorithm],
    jsonWebTokenOptions: { clockTolerance: 30 },
  }
}

@Module({ imports: [PassportModule], controllers: [Hello], providers: [Es256, Rs256] })
class ApplicationModule {}

const app = await NestFactory.create<NestFastifyApplication>(
  ApplicationModule,
  new FastifyAdapter(),
  { logger: false },
)
await app.listen(address.port, address.host)
