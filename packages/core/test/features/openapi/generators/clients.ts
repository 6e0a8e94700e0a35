import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../../../../../spec/repository.ts'
import { installed } from './installation.ts'
import { inputs, mainProgram, programs } from './programs.ts'

/** Writes the clients of a document into a folder, which finds the packages of the generators. */
export class Clients {
  readonly #folder: string

  constructor(folder: string, document: string, baseUrl: string) {
    this.#folder = folder
    symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
    this.write({
      'openapi.json': document,
      'tsconfig.json': tsconfig,
      'openapi-ts.config.mjs': heyApiConfig,
      'orval.config.mjs': orvalConfig(baseUrl),
      'kubb.config.mjs': kubbConfig,
    })
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.#folder, name), text)
  }

  /** Writes the client of a generator: a file or folder of its name. */
  async generate(name: string): Promise<void> {
    await commands[name]?.(this)
  }

  /** The errors of the compiler by lines, each of which begins with a file. */
  async compile(): Promise<string[]> {
    const typescript = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
    const output = await this.run(typescript, '-p', '.').catch(({ message }: Error) => message)
    return output.split('\n').filter((line) => line.includes(': error '))
  }

  /** Adds the programs of these clients. */
  addPrograms(names: readonly string[]): void {
    this.write({ 'inputs.ts': inputs, 'main.ts': mainProgram(names) })
    for (const name of names) this.write({ [`${name}-program.ts`]: programs[name] ?? '' })
  }

  /** The results of each client, by generator. */
  async call(baseUrl: string): Promise<Record<string, unknown>> {
    const bundle = ['main.ts', '--platform=node', '--file=main.mjs']
    await this.run(programOf('rolldown', '../bin/cli.mjs'), ...bundle)
    return JSON.parse(await this.run('main.mjs', baseUrl)) as Record<string, unknown>
  }

  /** Runs a program of Node in the folder, and returns what it prints. */
  async run(...words: readonly string[]): Promise<string> {
    const options = { cwd: this.#folder, maxBuffer: 2 ** 26 }
    const { stdout } = await promisify(execFile)(process.execPath, words, options).catch(
      (error: { stdout?: string; stderr?: string }) => {
        throw new Error(`${words.join(' ')}\n${error.stdout}\n${error.stderr}`, { cause: error })
      },
    )
    return stdout
  }
}

/** The results that every client gets from the server of the fixtures. */
export const answers = {
  sku: 'A-1',
  found: { words: ['a', 'b c'], weights: [10], mood: 'fine', limit: 5 },
  refused: ['must be greater than 0.'],
  moved: 'milk',
  missing: 'There is no note 3.',
  removed: 204,
  uploaded: '7catnull',
}

const swaggerOptions = ['-p', 'openapi.json', '-o', '.', '-n', 'swagger-typescript-api.ts']

/** The command that starts each generator. */
const commands: Readonly<Record<string, (clients: Clients) => Promise<unknown>>> = {
  'hey-api': (clients) => clients.run(generator('openapi-ts'), '-f', 'openapi-ts.config.mjs'),
  kubb: (clients) => clients.run(generator('kubb'), 'generate', '--config', 'kubb.config.mjs'),
  oazapfts: (clients) =>
    clients.run(programOf('oazapfts', 'cli.js'), 'openapi.json', 'oazapfts.ts'),
  'openapi-client-axios': async (clients) => {
    const text = await clients.run(generator('typegen'), 'openapi.json')
    clients.write({ 'openapi-client-axios.ts': text })
  },
  'openapi-typescript': (clients) =>
    clients.run(
      programOf('openapi-typescript/package.json', 'bin/cli.js'),
      'openapi.json',
      '--output=openapi-typescript.ts',
      '--default-non-nullable=false',
    ),
  orval: (clients) => clients.run(generator('orval'), '--config', 'orval.config.mjs'),
  'swagger-typescript-api': (clients) =>
    clients.run(generator('swagger-typescript-api'), 'generate', ...swaggerOptions),
  'typed-openapi': (clients) =>
    clients.run(generator('typed-openapi'), 'openapi.json', '-o', 'typed-openapi.ts'),
}

export const generatorNames: readonly string[] = Object.keys(commands)

/** The program of a generator; npm links it, in whatever file of its package it is. */
export function generator(name: string): string {
  return join(installed, 'node_modules/.bin', name)
}

/** A file of a package of the repository, from a file of it that can be resolved. */
function programOf(specifier: string, path: string): string {
  return fileURLToPath(new URL(path, import.meta.resolve(specifier)))
}

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    // The types of Kubb's own package are incomplete.
    skipLibCheck: true,
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

const kubbConfig = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './kubb', clean: true, format: false, lint: false },
  plugins: [
    pluginOas({ validate: false, generators: [] }),
    pluginTs({ output: { path: 'models.ts' } }),
    pluginClient({ output: { path: 'client.ts' }, client: 'axios', dataReturnType: 'full' }),
  ],
})
`
