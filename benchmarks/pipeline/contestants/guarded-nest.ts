import 'reflect-metadata'
import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import { Controller, Get, Module } from '@nestjs/common'
import { APP_GUARD, NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler'
import { helmetOptions } from '../helmet-options.ts'
import { address, exposed, limit, origin } from '../shop.ts'

@Controller()
class Hello {
  @Get('guarded')
  guarded() {
    return { message: 'Hello, World!' }
  }
}

@Module({
  imports: [ThrottlerModule.forRoot([{ ttl: 1000, limit }])],
  controllers: [Hello],
  providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
})
class ApplicationModule {}

const adapter = new FastifyAdapter({ genReqId: () => randomUUID() })
const app = await NestFactory.create<NestFastifyApplication>(ApplicationModule, adapter, {
  logger: false,
})
adapter.getInstance().addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id)
})
app.enableCors({ origin: [origin], exposedHeaders: exposed })
await app.register(helmet, helmetOptions)
await app.listen(address.port, address.host)
