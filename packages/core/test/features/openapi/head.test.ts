import { describe, expect, test } from 'vitest'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { documentOf } from './document-of.ts'
import { OrderController } from './fixtures/shop.ts'

function headOf(manifest: object | undefined) {
  const files = manifest && { 'package.json': JSON.stringify(manifest) }
  return documentOf([OrderController], { root: temporaryApplication({ ...files }) })
}

describe('the general part of the document', () => {
  test('comes from the package.json of the application', async () => {
    const { info, servers, security } = await headOf({
      name: 'shop',
      version: '2.1.0',
      description: 'Sells.',
      license: 'MIT',
    })

    expect(info).toEqual({
      title: 'shop',
      version: '2.1.0',
      description: 'Sells.',
      license: { name: 'MIT', identifier: 'MIT' },
    })
    expect(servers).toEqual([{ url: '.' }])
    expect(security).toEqual([])
  })

  test('uses the settings under fw.openapi', async () => {
    const document = await headOf({
      name: 'shop',
      version: '2.1.0',
      license: 'UNLICENSED',
      fw: {
        openapi: {
          info: { title: 'The shop', contact: { name: 'Sales' } },
          servers: [{ url: 'https://shop.example' }],
          security: [{ bearer: [] }],
          tags: [{ name: 'Order', description: 'All about orders.' }],
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
          externalDocs: { url: 'https://docs.example' },
        },
      },
    })

    expect(document.info).toEqual({
      title: 'The shop',
      version: '2.1.0',
      contact: { name: 'Sales' },
    })
    expect(document).toMatchObject({
      servers: [{ url: 'https://shop.example' }],
      security: [{ bearer: [] }],
      tags: [{ name: 'Order', description: 'All about orders.' }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        schemas: { CreateOrder: {} },
      },
      externalDocs: { url: 'https://docs.example' },
    })
  })

  test('describes who may call the operations', async () => {
    const document = await headOf({ fw: { openapi: { security: [{ bearer: [] }] } } })

    expect(document.paths['/trees']?.['get']?.responses).toMatchObject({
      401: { $ref: '#/components/responses/Unauthorized' },
      403: { $ref: '#/components/responses/Forbidden' },
    })
  })

  test('is complete without a package.json', async () => {
    expect((await headOf(undefined)).info).toEqual({ title: 'Application', version: '0.0.0' })
  })
})
