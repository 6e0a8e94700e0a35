import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Framework from '@fw/core'
import { writeSources } from '../write-sources.ts'
import { report } from '../report.ts'

const [, , count, packages = ''] = process.argv
const resources = Number(count)
const published = createRequire(join(packages, 'package.json'))
await import(published.resolve('@fw/transform/register'))
const { Container, Kernel, Router } = (await import(
  published.resolve('@fw/core')
)) as typeof Framework

const files = {
  'shared.ts': `import { Email, GreaterThan, NotBlank, Regex, type int } from '@fw/core'

export class Line {
  constructor(
    @Regex('^[A-Z]{3}-\\\\d{4}$') readonly sku: string,
    @GreaterThan(0) readonly quantity: int,
  ) {}
}

export class Customer {
  constructor(
    @NotBlank() readonly name: string,
    @Email() readonly email: string,
  ) {}
}
`,
  ...Object.fromEntries(
    Array.from({ length: resources }, (_, index) => [`resource-${index}.ts`, source(index)]),
  ),
}
const folder = writeSources(files, packages)

const router = new Router()
for (let index = 0; index < resources; index++) {
  const module = await import(`${folder}/resource-${index}.ts`)
  router.register(module[`Resource${index}Controller`])
}
const kernel = new Kernel(new Container().boot(), router)

// Request and Response are loaded by Node when they are first used.
await (await kernel.fetch(new Request('http://localhost/nowhere'))).text()

await report(async () => {
  const response = await kernel.fetch(new Request('http://localhost/openapi.json'))
  return response.text()
})

function source(index: number): string {
  const name = `Resource${index}`
  return `import { Body, Delete, Get, MaxLength, NotBlank, Post, Put, Query, type int } from '@fw/core'
import { Customer, Line } from './shared.ts'

export class ${name} {
  constructor(
    readonly id: int,
    @NotBlank() @MaxLength(80) readonly name: string,
    readonly customer: Customer,
    readonly lines: Line[],
    readonly note: string | null,
  ) {}
}

export class ${name}Controller {
  @Get('/resources${index}')
  list(@Query() page: int = 1, @Query() perPage: int = 20): ${name}[] {
    return [page, perPage] && []
  }

  @Post('/resources${index}', { status: 201 })
  create(@Body() resource: ${name}): ${name} {
    return resource
  }

  @Get('/resources${index}/{id}')
  show(id: int): ${name} {
    throw new Error(String(id))
  }

  @Put('/resources${index}/{id}')
  replace(id: int, @Body() resource: ${name}): ${name} {
    return id ? resource : resource
  }

  @Delete('/resources${index}/{id}')
  remove(id: int): void {
    void id
  }
}
`
}
