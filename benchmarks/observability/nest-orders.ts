import 'reflect-metadata'
import { Controller, Get, Module, Param } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'

@Controller('orders')
class Orders {
  @Get(':id')
  show(@Param('id') id: string) {
    return { id }
  }
}

@Module({ controllers: [Orders] })
class ApplicationModule {}

const app = await NestFactory.create<NestFastifyApplication>(
  ApplicationModule,
  new FastifyAdapter(),
  { logger: false },
)
await app.listen(Number(process.env['PORT']), '127.0.0.1')
