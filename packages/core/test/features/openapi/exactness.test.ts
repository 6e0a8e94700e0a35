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
      // By payload: many are generated several times.
      const validity = new Map<string, boolean>()
      await fc.assert(
        fc.asyncProperty(payloads(request, components.schemas, compile), async (payload) => {
          const body = JSON.stringify(payload) ?? 'null'
          const isValid = validity.get(body) ?? acceptsRequest(JSON.parse(body))
          if (isValid) accepted += 1
          if (validity.has(body)) return
          const response = await kernel.fetch(
            new Request(url, { method: method.toUpperCase(), body }),
          )
          const text = await response.text()
          const status = isValid ? Number(success) : 422
          if (response.status !== status) {
            expect.fail(`The status of ${body} is not ${status}: ${response.status} ${text}`)
          }
          if (isValid && !acceptsResponse(JSON.parse(text))) {
            expect.fail(`${text} is invalid: ${JSON.stringify(acceptsResponse.errors)}`)
          }
          validity.set(body, isValid)
        }),
        { numRuns: runs, seed: 20261121 },
      )
      expect(accepted).toBeGreaterThan(runs / 20)
      expect(accepted).toBeLessThan(runs - runs / 20)
    })
  }
}
