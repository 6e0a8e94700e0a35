import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { verifies } from '../../../../spec/verifies.ts'
import { runFw } from '../fw-process.ts'
import { temporaryApplication } from '../temporary-application.ts'
import { manyRoutes } from './many-routes.ts'

verifies('console.openapi', 'fw openapi writes the document to stdout, or to a file', async () => {
  const root = temporaryApplication(manyRoutes(5))

  const printed = await runFw(root, ['openapi'])
  const written = await runFw(root, ['openapi', 'api.json'])

  expect(printed).toMatchObject({ code: 0, stderr: '' })
  const document = JSON.parse(printed.stdout)
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'many', version: '1.2.3' } })
  expect(written).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(join(root, 'api.json'), 'utf8')).toBe(printed.stdout)
})

test('a file that ends with .yaml is YAML', async () => {
  const root = temporaryApplication(manyRoutes(5))
  const printed = await runFw(root, ['openapi'])

  const written = await runFw(root, ['openapi', 'api.yaml'])

  expect(written.code).toBe(0)
  const text = readFileSync(join(root, 'api.yaml'), 'utf8')
  expect(text).toMatch(/^openapi: "3\.1\.0"\ninfo:\n {2}title: "many"\n/)
  expect(parse(text)).toEqual(JSON.parse(printed.stdout))
})
