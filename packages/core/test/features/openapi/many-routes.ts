import { readFileSync } from 'node:fs'

const shop = readFileSync(new URL('fixtures/shop.ts', import.meta.url), 'utf8')

/**
 * The sources of an application with that many routes in addition to those of the shop, five in a
 * controller.
 */
export function manyRoutes(count: number): Record<string, string> {
  const controllers = Array.from({ length: count / 5 }, (_, index) => [
    `src/resource-${index}.ts`,
    controllerSource(index),
  ])
  return {
    'package.json': '{ "name": "many", "version": "1.2.3", "type": "module", "license": "MIT" }',
    'src/shop.ts': shop,
    ...Object.fromEntries(controllers),
  }
}

function controllerSource(index: number): string {
  return `import { Body, Get, NotBlank, Post, Put, Query, type int } from '@fw/core'
import { CreateOrder, Line, OrderFilter, OrderReceipt, Page } from './shop.ts'

/** The resource of the number ${index}. */
export class Resource${index} {
  constructor(readonly id: int, @NotBlank() readonly name: string, readonly lines: Line[] = []) {}
}

export class Resource${index}Controller {
  @Get('/resources${index}')
  list(@Query() filter: OrderFilter): Page<OrderReceipt> {
    return new Page([], filter.tags.length)
  }

  /** Shows one. */
  @Get('/resources${index}/{id}')
  show(id: int, @Query() expand = false): Resource${index} | null {
    return expand ? null : new Resource${index}(id, 'name')
  }

  @Post('/resources${index}', { status: 201 })
  create(@Body() order: CreateOrder): Line[] {
    return order.lines
  }

  @Put('/resources${index}/{id}')
  replace(id: int, @Body() resource: Resource${index}): Resource${index} {
    return new Resource${index}(id, resource.name)
  }

  @Get('/resources${index}/{id}/lines')
  async lines(id: string): Promise<Page<Line>> {
    return new Page([], id.length)
  }
}
`
}
