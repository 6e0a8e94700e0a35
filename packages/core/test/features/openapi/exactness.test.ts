import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf, kernelOf, type ReadOperation } from './document-of.ts'
import { EchoController, OddNamesController } from './fixtures/echo.ts'
import { FurtherController } from './fixtures/further-types.ts'
import { PurchaseController } from './fixtures/named-types.ts'
import { RulesController } from './fixtures/rules.ts'
import { OrderController } from './fixtures/shop.ts'
import { createCompiler } from './independent-validator.ts'
import { payloads } from './payloads.ts'

const controllers = [
  EchoController,
  FurtherController,
  OddNamesController,
  OrderController,
  PurchaseController,
  RulesController,
]
const kernel = kernelOf(controllers, { validateResponses: true })
const { paths, components } = await documentOf(controllers)

const compile = createCompiler(components)

function jsonOf(part: { content?: ReadOperation['responses'][string]['content'] } | undefined) {
  return part?.content?.['application/json']?.schema
}

const runs = Number(process.env['FW_TEST_PAYLOADS'] ?? 2000)

for (const [template, item] of Object.entries(paths)) {
  for (const [method, { requestBody, responses }] of Object.entries(item)) {
    const request = jsonOf(requestBody)
    if (!request) continue
    const [success = ''] = Object.keys(responses)
    const acceptsRequest = compile(request)
    const acceptsResponse = compile(jsonOf(responses[success]))
    const url = `http://localhost${template.replace(/\{\w+\}/, '1')}`

    test(`a validator accepts exactly the payloads of ${method} ${template} that the hydrator accepts`, async () => {
      let accepted = 0
      await fc.assert(
        fc.asyncProperty(payloads(request, components.schemas, compile), async (payload) => {
          const body = JSON.stringify(payload) ?? 'null'
          const response = await kernel.fetch(
            new Request(url, { method: method.toUpperCase(), body }),
          )
          const text = await response.text()
          const isValid = acceptsRequest(JSON.parse(body))
          expect({ status: response.status, text, body }).toEqual({
            status: isValid ? Number(success) : 422,
            text: expect.any(String),
            body,
          })
          if (!isValid) return
          accepted += 1
          const errors = acceptsResponse(JSON.parse(text)) ? [] : acceptsResponse.errors
          expect(errors, text).toEqual([])
        }),
        { numRuns: runs, seed: 20261121 },
      )
      expect(accepted).toBeGreaterThan(runs / 20)
      expect(accepted).toBeLessThan(runs - runs / 20)
    })
  }
}
