import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Class, KernelOptions } from '@fw/core'
import { serve } from '@fw/core/node'
import { parseSync } from 'oxc-parser'
import { expect, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../../../../spec/repository.ts'
import type { ClientSettings } from '../../../src/tools/client/client-settings.ts'
import { writeClient, type WrittenClient } from '../../../src/tools/client/write-client.ts'
import { kernelOf } from '../../features/openapi/document-of.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

/** A client in a separate folder, with programs next to it. */
export interface TestClient extends WrittenClient {
  readonly root: string
  /** The exports of its index. */
  load(): Promise<Loaded>
  /**
   * Returns the compiler's messages for the programs and the client under every option of
   * strictness.
   */
  compile(options?: Readonly<Record<string, unknown>>): Promise<string>
}

// Tests compile programs that use the types; they themselves use the values.
// oxlint-disable-next-line typescript/no-explicit-any
export type Loaded = Record<string, any>

/** Writes the client of controllers; `programs` are next to the folder `client`. */
export async function writtenClient(
  controllers: readonly Class<object>[],
  programs: Readonly<Record<string, string>> = {},
  settings: Partial<ClientSettings> = {},
): Promise<TestClient> {
  const root = temporaryApplication({ 'package.json': '{ "type": "module" }', ...programs })
  const { describe } = kernelOf(controllers)
  const written = await writeClient(root, describe, { out: 'client', ...settings })
  expectToParse(written.folder)
  return {
    ...written,
    root,
    load: () => import(pathToFileURL(join(written.folder, 'index.js')).href) as Promise<Loaded>,
    compile: (options) => compile(root, options),
  }
}

/** Expects every written module to be valid: a name that is declared twice is a syntax error. */
export function expectToParse(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(?:js|d\.ts)$/u.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    const { errors } = parseSync(name, text, { sourceType: 'module', showSemanticErrors: true })
    expect.soft(errors, name).toEqual([])
  }
}

/** A server of the controllers; gives its address. */
export async function served(
  controllers: readonly Class<object>[],
  options?: KernelOptions,
): Promise<string> {
  const server = await serve(kernelOf(controllers, options), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}`
}

/** Every option by which a reader may make the compiler stricter. */
const strictest = {
  strict: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  declaration: true,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  isolatedDeclarations: true,
  isolatedModules: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: false,
  verbatimModuleSyntax: true,
}

export async function compile(
  root: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    noEmit: true,
    ...strictest,
    ...options,
  }
  const config = { compilerOptions, include: ['*.ts', 'client/*.d.ts'] }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}
