import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Execution } from 'newman'
import { runCollection } from '../../../apps/conduit/test/collection.ts'
import { Conduit, readDocument } from '../../../apps/conduit/test/start-conduit.ts'
import type { OpenApiDocument } from '../../../packages/core/src/features/openapi/document.ts'
import type { Judge } from '../judge.ts'
import { Prism } from './prism.ts'

/** Each case is a request of the collection, through a proxy that compares it and its response with Conduit's document. */
export const judge: Judge = {
  name: 'contract',
  source:
    '[the requests of RealWorld](https://github.com/gothinkster/realworld), judged by the proxy of [Prism](https://github.com/stoplightio/prism) 5.16',
  isQuick: false,
  async run(cases) {
    const folder = mkdtempSync(join(tmpdir(), 'contract-'))
    try {
      const document = join(folder, 'openapi.json')
      writeFileSync(document, JSON.stringify(describeTokensAsKeys(await readDocument())))
      const database = { DB_CONNECTION: 'sqlite', DB_NAME: join(folder, 'conduit.sqlite') }
      await using conduit = await Conduit.start(database)
      await using prism = await Prism.start(document, conduit.address)
      const { executions } = await runCollection(conduit, prism.address)
      for (const [index, execution] of executions.entries()) {
        await cases.check(`${index + 1}: ${execution.item.name}`, () => expectConformity(execution))
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** Prism knows no HTTP schemes such as `token`. RealWorld's own document describes it in the same way. */
function describeTokensAsKeys(document: OpenApiDocument): object {
  const token = { type: 'apiKey', in: 'header', name: 'Authorization' }
  return { ...document, components: { ...document.components, securitySchemes: { token } } }
}

function expectConformity({ response, requestError }: Execution): void {
  if (!response) throw requestError ?? new Error('There is no response.')
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new Error(response.text())
  }
  if (response.code >= 400) throw new Error(`${response.code}: ${response.text()}`)
}
