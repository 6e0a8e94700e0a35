import { Body, Container, Delete, Get, type int, Kernel, Post, Put, Query, Router } from '@fw/core'
import type { CreateOrder } from '../orders/fw.ts'
import { receiptOf } from '../orders/receipt.ts'
import { items } from './items.ts'
import { resources } from './resources.ts'

class OrdersController {
  @Get('/json')
  hello(): { message: string } {
    return { message: 'Hello, World!' }
  }

  @Get('/list')
  list() {
    return items
  }

  @Get('/users/{id}/orders')
  userOrders(id: int, @Query() limit: int = 20, @Query() active: boolean = false) {
    return { id, limit, active }
  }

  @Post('/orders')
  create(@Body() order: CreateOrder) {
    return receiptOf(order)
  }
}

/** The same requests declared with the framework. */
export function createKernel(): Kernel {
  const router = new Router().register(OrdersController)
  for (const resource of resources) router.register(resourceController(resource))
  const container = new Container()
  container.boot()
  return new Kernel(container, router)
}

function resourceController(resource: string) {
  class ResourceController {
    @Get(`/${resource}`)
    list() {
      return { resource, action: 'list' }
    }

    @Post(`/${resource}`)
    create() {
      return { resource, action: 'create' }
    }

    @Put(`/${resource}/{id}`)
    replace(id: string) {
      return { resource, action: 'replace', id }
    }

    @Delete(`/${resource}/{id}`)
    remove(id: string) {
      return { resource, action: 'remove', id }
    }

    @Get(`/${resource}/{id}`)
    show(id: string) {
      return { resource, action: 'show', id }
    }
  }
  return ResourceController
}
