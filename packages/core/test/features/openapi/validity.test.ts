import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { createApp } from '@fw/core'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { importableApplication } from '../../support/temporary-application.ts'
import { documentOf, readDocument, type ReadDocument, type ReadOperation } from './document-of.ts'
import { NoteController } from './fixtures/answers.ts'
import * as billing from './fixtures/billing/item.ts'
import { EchoController } from './fixtures/echo.ts'
import { PurchaseController } from './fixtures/named-types.ts'
import { OrderController } from './fixtures/shop.ts'
import * as stock from './fixtures/stock/item.ts'
import { ValuesController } from './fixtures/values.ts'
import { manyRoutes } from './many-routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pingpong = fileURLToPath(new URL('../../../../../apps/pingpong', import.meta.url))
const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

const documents: Record<string, () => Promise<ReadDocument>> = {
  'every construct': () => documentOf([EchoController]),
  'every answer': () => documentOf([NoteController]),
  'defaults and examples': () => documentOf([ValuesController]),
  'named types': () => documentOf([PurchaseController]),
  'the shop': () => documentOf([OrderController, billing.ItemController, stock.ItemController]),
  '300 routes': () => documentOfApplication(importableApplication(manyRoutes(300))),
  'ping/pong': () => {
    vi.stubEnv('DB_NAME', join(folder, 'pingpong.sqlite'))
    return documentOfApplication(pingpong)
  },
}

async function documentOfApplication(root: string): Promise<ReadDocument> {
  const { kernel, container } = await createApp(root)
  onTestFinished(() => container[Symbol.asyncDispose]())
  return readDocument(kernel)
}

describe.each(Object.entries(documents))('the document of %s', (name, load) => {
  test('is valid under an independent validator', async () => {
    const document = await load()

    expect(document.openapi).toBe('3.1.0')
    expect(
      await validate('https://spec.openapis.org/oas/3.1/schema-base', document as never, 'BASIC'),
    ).toEqual({ valid: true })
  })

  test('has no lint problems', async () => {
    const document = await load()
    const file = join(folder, `${name.replaceAll(/\W/g, '-')}.json`)
    writeFileSync(file, JSON.stringify(document))

    const problems = lint(file)

    // Redocly recommends a 4xx and a 2xx for every operation. What takes no input has no 4xx to give, a redirect no 2xx.
    const lacking = (status: string) => `operation-${status}-response`
    const others = problems.filter(
      ({ ruleId }) => ruleId !== lacking('4xx') && ruleId !== lacking('2xx'),
    )
    expect(others).toEqual([])
    const at = (rule: string) => problems.filter(({ ruleId }) => ruleId === rule).map(operationOf)
    expect(at(lacking('4xx')).toSorted()).toEqual(operationsWithoutInput(document).toSorted())
    expect(at(lacking('2xx')).toSorted()).toEqual(redirects(document).toSorted())
  })
})

interface Problem {
  readonly ruleId: string
  readonly location: readonly { readonly pointer: string }[]
}

/** Every complaint of the rules that Redocly recommends. */
function lint(file: string): Problem[] {
  const words = ['lint', file, '--format=json']
  const output = execFileSync(process.execPath, [redocly, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return (JSON.parse(output) as { problems: Problem[] }).problems
}

/** Such as `get /orders`. */
function operationOf({ location }: Problem): string {
  const [, , path = '', method = ''] = (location[0]?.pointer ?? '').split('/')
  return `${method} ${path.replaceAll('~1', '/')}`
}

function operationsWithoutInput(document: ReadDocument): string[] {
  return operationsOf(
    document,
    ({ parameters = [], requestBody, responses }) =>
      parameters.length === 0 &&
      !requestBody &&
      !Object.keys(responses).some((status) => status.startsWith('4')),
  )
}

function redirects(document: ReadDocument): string[] {
  return operationsOf(document, ({ responses }) =>
    Object.keys(responses).every((status) => status.startsWith('3')),
  )
}

function operationsOf(
  { paths }: ReadDocument,
  isMeant: (operation: ReadOperation) => boolean,
): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isMeant(operation))
      .map(([method]) => `${method} ${path}`),
  )
}
