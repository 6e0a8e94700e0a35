import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const files = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'src/money.ts': `
export class Money {
  constructor(readonly cents: bigint) {}
}
`,
  // No module imports it.
  'src/scalars.ts': `
import { scalar } from '@fw/core'
import { Money } from './money.ts'
export const money = scalar(Money, {
  wire: 'string',
  pattern: /^\\d+ct$/,
  from: (text) => new Money(BigInt(text.slice(0, -2))),
  to: ({ cents }) => cents + 'ct',
})
`,
  'src/orders.ts': `
import { Body, Post } from '@fw/core'
import { Money } from './money.ts'
export class Orders {
  @Post('/orders') create(@Body() order: { price: Money }): { price: Money } { return order }
}
`,
}

test('a module that exports a scalar is imported before classes are registered, from source or a build', async () => {
  const root = temporaryApplication(files)
  const published = async (env: Record<string, string>) => {
    const { stdout, stderr } = await runFw(root, ['openapi'], env)
    expect(stderr).toBe('')
    const { paths } = JSON.parse(stdout) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, unknown> } } }>
    }
    return paths['/orders']?.post.requestBody.content['application/json']
  }
  const expected = {
    schema: {
      type: 'object',
      properties: { price: { type: 'string', pattern: String.raw`^\d+ct$` } },
      required: ['price'],
    },
  }
  expect(await published({})).toEqual(expected)
  expect(await runFw(root, ['build'])).toMatchObject({ code: 0 })
  renameSync(join(root, 'src'), join(root, 'source'))
  expect(await published({ NODE_ENV: 'production' })).toEqual(expected)
})
