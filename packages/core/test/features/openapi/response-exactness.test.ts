import * as fc from 'fast-check'
import { Container, JsonLogger, Kernel, Logger, Router } from '@fw/core'
import { expect, test } from 'vitest'
import { readDocument } from './document-of.ts'
import { MirrorController } from './fixtures/mirror.ts'
import { createCompiler } from './independent-validator.ts'
import { payloads } from './payloads.ts'

const container = new Container().instance(Logger, new JsonLogger({ level: 'silent' })).boot()
const kernel = new Kernel(container, new Router().register(MirrorController), {
  validateResponses: true,
})
const { paths, components } = await readDocument(kernel)

const compile = createCompiler(components)

for (const [path, { post }] of Object.entries(paths)) {
  test(`validateResponses finds a difference in POST ${path} exactly if a validator does`, async () => {
    const schema = post?.responses['200']?.content?.['application/json']?.schema ?? {}
    const accepts = compile(schema)
    const sent = new Set<string>()
    await fc.assert(
      fc.asyncProperty(payloads(schema, components.schemas, compile), async (payload) => {
        const body = JSON.stringify(payload) ?? 'null'
        if (sent.has(body)) return
        const response = await kernel.fetch(
          new Request(`http://localhost${path}`, { method: 'POST', body }),
        )
        const text = await response.text()
        const status = accepts(JSON.parse(body)) ? 200 : 500
        if (response.status !== status) {
          expect.fail(`The status of ${body} is not ${status}: ${response.status} ${text}`)
        }
        sent.add(body)
      }),
      { numRuns: 1000, seed: 20261121 },
    )
  })
}
