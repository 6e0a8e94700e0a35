import { expect, test } from 'vitest'
import { handler } from './deployment/src/lambda.ts'

test('the handler of the page handles an HTTP API', async () => {
  const result = await handler({
    version: '2.0',
    rawPath: '/hello/Ada',
    rawQueryString: '',
    headers: {},
    requestContext: { http: { method: 'GET' } },
    isBase64Encoded: false,
  } as never)

  expect(result).toMatchObject({ statusCode: 200, body: '{"hello":"Ada"}' })
})
