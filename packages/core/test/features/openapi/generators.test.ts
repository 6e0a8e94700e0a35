import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@fw/core/node'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { documentOf, kernelOf } from './document-of.ts'
import { NoteController } from './fixtures/answers.ts'
import { EchoController } from './fixtures/echo.ts'
import { OrderController } from './fixtures/shop.ts'
import { answers, Clients } from './generators/clients.ts'
import { installGenerators } from './generators/installation.ts'
import { validators } from './generators/validators.ts'

const controllers = [NoteController, OrderController, EchoController]
const document = JSON.stringify(await documentOf(controllers))
/** The judge `openapi` runs more. */
const names = ['hey-api', 'oazapfts', 'openapi-typescript', 'orval', 'swagger-typescript-api']

let hasGenerators = false
beforeAll(async () => {
  hasGenerators = await installGenerators()
}, 300_000)
beforeEach(({ skip }) =>
  skip(!hasGenerators, 'no registry of packages. Run it once with a network: the generators stay.'),
)

test('clients of every generator compile strictly, and get the same responses from a server', async () => {
  const server = await serve(kernelOf(controllers), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const baseUrl = `http://127.0.0.1:${server.port}`
  const clients = clientsOf(baseUrl)
  for (const name of names) await clients.generate(name)
  clients.addPrograms(names)

  expect(await clients.compile()).toEqual([])
  expect(await clients.call(baseUrl)).toEqual(
    Object.fromEntries(names.map((name) => [name, answers])),
  )
}, 180_000)

test.each(['Spectral', 'Scalar'])('%s finds nothing', async (name) => {
  expect(await validators[name]?.(clientsOf('http://localhost'))).toEqual([])
})

function clientsOf(baseUrl: string): Clients {
  const folder = join(temporaryApplication({}), 'clients')
  mkdirSync(folder)
  return new Clients(folder, document, baseUrl)
}
