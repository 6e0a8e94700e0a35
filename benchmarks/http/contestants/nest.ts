import 'reflect-metadata'
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Query,
  UnprocessableEntityException,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Transform, Type } from 'class-transformer'
import { IsBoolean, IsInt, type ValidationError } from 'class-validator'
// oxlint-disable-next-line typescript/consistent-type-imports -- its metadata needs the class
import { ClassValidatorOrder, toErrors } from '../../orders/class-validator.ts'
import { receiptOf } from '../../orders/receipt.ts'
import { items } from '../items.ts'
import { resources } from '../resources.ts'

const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false }

class UserOrders {
  @Type(() => Number)
  @IsInt({ message: 'must be an integer.' })
  limit: number = 20

  @Transform(({ value }: { value: string }) => booleans[value] ?? value)
  @IsBoolean({ message: 'must be a boolean.' })
  active: boolean = false
}

const integer = new ParseIntPipe({
  exceptionFactory: () =>
    new UnprocessableEntityException({ errors: { id: ['must be an integer.'] } }),
})

@Controller()
class OrdersController {
  @Get('json')
  hello() {
    return { message: 'Hello, World!' }
  }

  @Get('list')
  list() {
    return items
  }

  @Get('users/:id/orders')
  userOrders(@Param('id', integer) id: number, @Query() query: UserOrders) {
    return { id, limit: query.limit, active: query.active }
  }

  @Post('orders')
  @HttpCode(200)
  create(@Body() order: ClassValidatorOrder) {
    return receiptOf(order)
  }
}

@Module({ controllers: [OrdersController, ...resources.map(resourceController)] })
class ApplicationModule {}

const app = await NestFactory.create(ApplicationModule, new FastifyAdapter(), { logger: false })
app.useGlobalPipes(
  new ValidationPipe({
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (found: ValidationError[]) =>
      new UnprocessableEntityException({ errors: toErrors(found) }),
  }),
)
await app.listen(Number(process.env.PORT), '127.0.0.1')

function resourceController(resource: string) {
  @Controller(resource)
  class ResourceController {
    @Get()
    list() {
      return { resource, action: 'list' }
    }

    @Post()
    create() {
      return { resource, action: 'create' }
    }

    @Put(':id')
    replace(@Param('id') id: string) {
      return { resource, action: 'replace', id }
    }

    @Delete(':id')
    remove(@Param('id') id: string) {
      return { resource, action: 'remove', id }
    }

    @Get(':id')
    show(@Param('id') id: string) {
      return { resource, action: 'show', id }
    }
  }
  return ResourceController
}
