import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from 'fw/node'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../../../../spec/repository.ts'
import { verifies } from '../../../../spec/verifies.ts'
import { temporaryApplication } from '../temporary-application.ts'
import { documentOf, kernelOf } from './document-of.ts'
import { NoteController } from './fixtures/answers.ts'
import { EchoController } from './fixtures/echo.ts'
import { OrderController } from './fixtures/shop.ts'
import { installed, installGenerators } from './generators/installation.ts'
import { programs } from './generators/programs.ts'

const controllers = [NoteController, OrderController, EchoController]
const document = JSON.stringify(await documentOf(controllers))

let hasGenerators = false
beforeAll(async () => {
  hasGenerators = await installGenerators()
}, 300_000)
beforeEach(({ skip }) =>
  skip(!hasGenerators, 'no registry of packages. Run it once with a network: the generators stay.'),
)

verifies(
  'openapi.generators',
  'clients of every generator compile strictly, and get the same answers from a server',
  async () => {
    const server = await serve(kernelOf(controllers), { port: 0, host: '127.0.0.1' })
    onTestFinished(() => server.close())
    const baseUrl = `http://127.0.0.1:${server.port}`
    const clients = clientsFolder({
      ...programs,
      'tsconfig.json': tsconfig,
      'openapi-ts.config.mjs': heyApiConfig,
      'orval.config.mjs': orvalConfig(baseUrl),
    })

    await run(clients, generator('openapi-ts'), '-f', 'openapi-ts.config.mjs')
    await run(clients, generator('orval'), '--config', 'orval.config.mjs')
    const swagger = ['generate', '-p', 'openapi.json', '-o', '.', '-n', 'swagger-typescript-api.ts']
    await run(clients, generator('swagger-typescript-api'), ...swagger)
    await run(clients, programOf('oazapfts', 'cli.js'), 'openapi.json', 'oazapfts.ts')
    const types = ['--output=openapi-typescript.ts', '--default-non-nullable=false']
    const openapiTypescript = programOf('openapi-typescript/package.json', 'bin/cli.js')
    await run(clients, openapiTypescript, 'openapi.json', ...types)
    await run(clients, join(repositoryRoot, 'node_modules/typescript/bin/tsc'), '-p', '.')
    const bundle = ['main.ts', '--platform=node', '--file=main.mjs']
    await run(clients, programOf('rolldown', '../bin/cli.mjs'), ...bundle)
    const answers = JSON.parse(await run(clients, 'main.mjs', baseUrl)) as object

    expect(Object.keys(answers)).toHaveLength(5)
    for (const [name, answer] of Object.entries(answers)) {
      expect({ name, answer }).toEqual({
        name,
        answer: {
          sku: 'A-1',
          found: { words: ['a', 'b c'], weights: [10], mood: 'fine', limit: 5 },
          refused: ['must be greater than 0.'],
          moved: 'milk',
          missing: 'There is no note 3.',
          removed: 204,
          uploaded: '7catnull',
        },
      })
    }
  },
  180_000,
)

const excused = {
  'info-contact': 'An application need not name a person.',
  'info-description': 'A package need not have a description.',
  'operation-description': 'A summary may be all that is to be said.',
  'array-items':
    'A tuple has prefixItems, which the rule does not know; with items beside them hey-api adds an element.',
}

test('Spectral finds nothing', async () => {
  const rules = Object.fromEntries(Object.keys(excused).map((name) => [name, 'off']))
  const clients = clientsFolder({
    '.spectral.json': JSON.stringify({ extends: 'spectral:oas', rules }),
  })

  const found = await run(
    clients,
    generator('spectral'),
    'lint',
    'openapi.json',
    '-q',
    '-f',
    'json',
  )

  expect(JSON.parse(found)).toEqual([])
})

test('the parser of Scalar accepts the document', async () => {
  const clients = clientsFolder({
    'validate.mjs': `import { readFileSync } from 'node:fs'
      import { validate } from '@scalar/openapi-parser'
      const { valid, errors } = await validate(readFileSync('openapi.json', 'utf8'))
      console.log(JSON.stringify({ valid, errors }))`,
  })

  expect(JSON.parse(await run(clients, 'validate.mjs'))).toEqual({ valid: true, errors: [] })
})

/** A folder with the document that finds the generators' packages first, then those of the repository. */
function clientsFolder(files: Readonly<Record<string, string>>): string {
  const inside = Object.entries({ ...files, 'openapi.json': document })
  const root = temporaryApplication(
    Object.fromEntries(inside.map(([name, text]) => [`clients/${name}`, text])),
  )
  symlinkSync(join(installed, 'node_modules'), join(root, 'clients/node_modules'))
  return join(root, 'clients')
}

/** The program of a generator; npm links it, in whatever file of its package it is. */
function generator(name: string): string {
  return join(installed, 'node_modules/.bin', name)
}

/** A file of a package of the repository, from a file of it that can be resolved. */
function programOf(specifier: string, path: string): string {
  return fileURLToPath(new URL(path, import.meta.resolve(specifier)))
}

async function run(folder: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${words.join(' ')}\n${error.stdout}\n${error.stderr}`, { cause: error })
    },
  )
  return stdout
}

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  },
})

const heyApiConfig = `export default {
  input: 'openapi.json',
  output: 'hey-api',
  plugins: [
    '@hey-api/typescript',
    '@hey-api/client-fetch',
    { name: '@hey-api/sdk', validator: true },
    'zod',
  ],
}
`

const orvalConfig = (baseUrl: string) => `export default {
  shop: {
    input: './openapi.json',
    output: { target: './orval.ts', client: 'fetch', mode: 'single', baseUrl: '${baseUrl}' },
  },
}
`
