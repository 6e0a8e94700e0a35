import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { manyRoutes } from './many-routes.ts'

test('fw openapi writes the document to stdout, or to a file', async () => {
  const root = temporaryApplication(manyRoutes(5))

  const printed = await runFw(root, ['openapi'])
  const written = await runFw(root, ['openapi', 'api.json'])

  expect(printed).toMatchObject({ code: 0, stderr: '' })
  const document = JSON.parse(printed.stdout)
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'many', version: '1.2.3' } })
  expect(written).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(join(root, 'api.json'), 'utf8')).toBe(printed.stdout)
})

test.each(['export ', ''])(
  '%sinterfaces that share interfaces are published once',
  async (start) => {
    const sizes = await Promise.all(
      [6, 8, 10].map(async (depth) => {
        const root = temporaryApplication({
          'package.json': '{ "name": "deep", "version": "1.0.0", "type": "module" }',
          'src/deep.ts': sharedInterfaces(depth, start),
        })
        const { code, stdout } = await runFw(root, ['openapi'])
        expect(code).toBe(0)
        return stdout.length
      }),
    )

    const [first = 0, second = 0, third = 0] = sizes
    expect(third - second).toBeLessThan(1.5 * (second - first))
  },
)

/** Interfaces in so many levels, each with five properties of the level below. */
function sharedInterfaces(depth: number, start: string): string {
  const levels = Array.from({ length: depth }, (_, n) => {
    const properties = [1, 2, 3, 4, 5].map((each) => `f${each}: L${n}`)
    return `${start}interface L${n + 1} { ${properties.join('; ')} }`
  })
  return `import { Body, Post } from '@fw/core'
    ${start}interface L0 { a: string }
    ${levels.join('\n')}
    export class DeepController {
      @Post('/deep') echo(@Body() deep: L${depth}): L${depth} { return deep }
    }`
}

test('a file that ends with .yaml is YAML', async () => {
  const root = temporaryApplication(manyRoutes(5))
  const printed = await runFw(root, ['openapi'])

  const written = await runFw(root, ['openapi', 'api.yaml'])

  expect(written.code).toBe(0)
  const text = readFileSync(join(root, 'api.yaml'), 'utf8')
  expect(text).toMatch(/^openapi: "3\.1\.0"\ninfo:\n {2}title: "many"\n/)
  expect(parse(text)).toEqual(JSON.parse(printed.stdout))
})
