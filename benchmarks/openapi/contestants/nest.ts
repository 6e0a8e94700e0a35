import '../../lower-decorators.ts'
import { writeSources } from '../write-sources.ts'
import { report } from '../report.ts'

const resources = Number(process.argv[2])

const folder = writeSources({
  'shared.ts': `import { ApiProperty } from '@nestjs/swagger'

export class Line {
  @ApiProperty({ pattern: '^[A-Z]{3}-\\\\d{4}$' }) sku!: string
  @ApiProperty({ type: 'integer', exclusiveMinimum: 0 as never }) quantity!: number
}

export class Customer {
  @ApiProperty({ pattern: '\\\\S' }) name!: string
  @ApiProperty({ format: 'email' }) email!: string
}
`,
  ...Object.fromEntries(
    Array.from({ length: resources }, (_, index) => [`resource-${index}.ts`, source(index)]),
  ),
})
await import('reflect-metadata')
const { Module } = await import('@nestjs/common')
const { NestFactory } = await import('@nestjs/core')
const { FastifyAdapter } = await import('@nestjs/platform-fastify')
const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger')

const controllers = await Promise.all(
  Array.from({ length: resources }, async (_, index) => {
    const module = await import(`${folder}/resource-${index}.ts`)
    return module[`Resource${index}Controller`]
  }),
)

class ResourcesModule {}
Module({ controllers })(ResourcesModule)

const app = await NestFactory.create(ResourcesModule, new FastifyAdapter(), { logger: false })
const config = new DocumentBuilder().setTitle('resources').setVersion('1.0.0').build()

await report(async () => JSON.stringify(SwaggerModule.createDocument(app, config)))

function source(index: number): string {
  const name = `Resource${index}`
  return `import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common'
import { ApiOkResponse, ApiCreatedResponse, ApiProperty, ApiQuery } from '@nestjs/swagger'
import { Customer, Line } from './shared.ts'

export class ${name} {
  @ApiProperty({ type: 'integer' }) id!: number
  @ApiProperty({ pattern: '\\\\S', maxLength: 80 }) name!: string
  @ApiProperty({ type: () => Customer }) customer!: Customer
  @ApiProperty({ type: () => [Line] }) lines!: Line[]
  @ApiProperty({ type: String, nullable: true }) note!: string | null
}

@Controller('resources${index}')
export class ${name}Controller {
  @Get()
  @ApiQuery({ name: 'page', type: 'integer', required: false })
  @ApiQuery({ name: 'perPage', type: 'integer', required: false })
  @ApiOkResponse({ type: [${name}] })
  list(@Query('page') page: number, @Query('perPage') perPage: number) {
    return [page, perPage] && []
  }

  @Post()
  @ApiCreatedResponse({ type: ${name} })
  create(@Body() resource: ${name}) {
    return resource
  }

  @Get(':id')
  @ApiOkResponse({ type: ${name} })
  show(@Param('id') id: number) {
    throw new Error(String(id))
  }

  @Put(':id')
  @ApiOkResponse({ type: ${name} })
  replace(@Param('id') id: number, @Body() resource: ${name}) {
    return id ? resource : resource
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: number): void {
    void id
  }
}
`
}
