import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@fw/core/node'
import { writeDocument } from '../../../apps/conduit/test/start-conduit.ts'
import { documentOf, kernelOf } from '../../../packages/core/test/features/openapi/document-of.ts'
import { NoteController } from '../../../packages/core/test/features/openapi/fixtures/answers.ts'
import { EchoController } from '../../../packages/core/test/features/openapi/fixtures/echo.ts'
import { OrderController } from '../../../packages/core/test/features/openapi/fixtures/shop.ts'
import {
  answers,
  Clients,
  generatorNames,
} from '../../../packages/core/test/features/openapi/generators/clients.ts'
import { installGenerators } from '../../../packages/core/test/features/openapi/generators/installation.ts'
import { validators } from '../../../packages/core/test/features/openapi/generators/validators.ts'
import { repositoryRoot } from '../../repository.ts'
import type { CaseList, Judge } from '../judge.ts'

/** Documents of ours, read by validators and by generators of clients. */
export const judge: Judge = {
  name: 'openapi',
  source:
    'Redocly, Spectral and the parser of Scalar; and the generators hey-api, Kubb, oazapfts, openapi-client-axios, openapi-typescript, orval, swagger-typescript-api and typed-openapi',
  note: 'the parser of Scalar takes the place of Vacuum. `@quobix/vacuum` downloads its program from GitHub when it is installed, no package on npm contains it, and CI installs from npm alone.',
  isQuick: false,
  async run(cases) {
    if (!(await installGenerators())) throw new Error('There is no registry of packages.')
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    // Clients find the packages of the generators first, then those of the repository.
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
    try {
      await checkAll(cases, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

const controllers = [NoteController, OrderController, EchoController]

async function checkAll(cases: CaseList, folder: string): Promise<void> {
  const server = await serve(kernelOf(controllers), { port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${server.port}`
  const conduit = join(folder, 'conduit.json')
  const pingpong = join(folder, 'pingpong.json')
  try {
    await writeDocument(conduit)
    await writePingpong(pingpong, folder)
    await checkDocument(cases, clientsIn('Conduit', readFileSync(conduit, 'utf8')))
    await checkDocument(cases, clientsIn('ping/pong', readFileSync(pingpong, 'utf8')))
    const fixtures = clientsIn('the fixtures', JSON.stringify(await documentOf(controllers)))
    fixtures.clients.addPrograms(generatorNames)
    await checkDocument(cases, fixtures)
    await checkCalls(cases, fixtures.clients, baseUrl)
  } finally {
    await server.close()
  }

  function clientsIn(name: string, document: string): Documented {
    const inside = join(folder, name.replaceAll(/\W/gu, '-'))
    mkdirSync(inside)
    return { name, clients: new Clients(inside, document, baseUrl) }
  }
}

interface Documented {
  readonly name: string
  readonly clients: Clients
}

async function writePingpong(file: string, folder: string): Promise<void> {
  const fw = join(repositoryRoot, 'node_modules/.bin/fw')
  await promisify(execFile)(process.execPath, [fw, 'openapi', file], {
    cwd: join(repositoryRoot, 'apps/pingpong'),
    env: { ...process.env, DB_NAME: join(folder, 'pingpong.sqlite') },
  })
}

async function checkDocument(cases: CaseList, { name, clients }: Documented): Promise<void> {
  for (const [validator, validate] of Object.entries(validators)) {
    await cases.check(`${validator} finds nothing in the document of ${name}`, async () =>
      assert.deepEqual(await validate(clients), []),
    )
  }
  for (const generator of generatorNames) {
    await cases.check(`${generator} writes a client of ${name}`, () => clients.generate(generator))
  }
  const errors = await clients.compile()
  for (const generator of generatorNames) {
    await cases.check(`the client of ${name} by ${generator} compiles`, () =>
      assert.deepEqual(
        errors.filter((line) => line.startsWith(generator)),
        [],
      ),
    )
  }
}

async function checkCalls(cases: CaseList, clients: Clients, baseUrl: string): Promise<void> {
  const all = await clients.call(baseUrl)
  for (const generator of generatorNames) {
    const found = all[generator] as Record<string, unknown>
    for (const [call, answer] of Object.entries(answers)) {
      await cases.check(`the client by ${generator}: ${call}`, () =>
        assert.deepEqual(found[call], answer, JSON.stringify(found)),
      )
    }
  }
}
