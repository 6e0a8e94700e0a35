import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { Container, type JsonSchema, Kernel, Router } from 'fw'
import { expect } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import { EchoController } from './fixtures/echo.ts'
import { payloads } from './payloads.ts'

const kernel = new Kernel(new Container().boot(), new Router().register(EchoController), {
  validateResponses: true,
})

interface Described {
  readonly paths: Record<string, { post: Operation }>
  readonly components: { readonly schemas: Record<string, JsonSchema> }
}

interface Operation {
  readonly requestBody: { readonly content: Content }
  readonly responses: { readonly 200: { readonly content?: Content } }
}

type Content = { readonly 'application/json': { readonly schema: JsonSchema } }

const answer = await kernel.fetch(new Request('http://localhost/openapi.json'))
const document = (await answer.json()) as Described

const ajv = new Ajv2020({
  allErrors: false,
  ownProperties: true,
  allowUnionTypes: true,
  strictTuples: false,
})
addFormats.default(ajv)
ajv.addVocabulary(['discriminator', 'components'])

function compile(schema: JsonSchema) {
  return ajv.compile({ ...schema, components: document.components })
}

const runs = Number(process.env['FW_TEST_PAYLOADS'] ?? 2000)

for (const [path, { post }] of Object.entries(document.paths)) {
  const request = post.requestBody.content['application/json'].schema
  const acceptsRequest = compile(request)
  const acceptsResponse = compile(post.responses[200].content?.['application/json'].schema ?? {})

  verifies(
    ['openapi.exact-schema', 'constraint.published-is-enforced'],
    `a validator accepts exactly the payloads of POST ${path} that the hydrator accepts`,
    async () => {
      let accepted = 0
      await fc.assert(
        fc.asyncProperty(
          payloads(request, document.components.schemas, compile),
          async (payload) => {
            const body = JSON.stringify(payload) ?? 'null'
            const response = await kernel.fetch(
              new Request(`http://localhost${path}`, { method: 'POST', body }),
            )
            const text = await response.text()
            const isValid = acceptsRequest(JSON.parse(body))
            expect({ status: response.status, text, body }).toEqual({
              status: isValid ? 200 : 422,
              text: expect.any(String),
              body,
            })
            if (!isValid) return
            accepted += 1
            expect(
              acceptsResponse(JSON.parse(text)),
              `${text}: ${ajv.errorsText(acceptsResponse.errors)}`,
            ).toBe(true)
          },
        ),
        { numRuns: runs, seed: 20261121 },
      )
      expect(accepted).toBeGreaterThan(runs / 20)
      expect(accepted).toBeLessThan(runs - runs / 20)
    },
    120_000,
  )
}
