import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const cakes = `
import { Get, type int } from '@fw/core'

export class CakesController {
  constructor(readonly database: Database) {}

  /** Shows a cake. */
  @Get('/cakes/{id}')
  show(id: int): { readonly name: string } {
    return { name: String(id) }
  }

  @Get('/cakes')
  list() {
    return []
  }
}

export abstract class Database {}
`
const pies = `
import { Get } from '@fw/core'

export class PieController {
  @Get('/pies')
  all(): string[] {
    return []
  }

  @Get('/delete')
  @Get('/remove')
  delete(): void {}
}
`
const bootstrap = `
export default () => {
  throw new Error('The bootstrap ran.')
}
`

function application(fw: object = {}): string {
  return temporaryApplication({
    'package.json': JSON.stringify({ name: 'cakes', type: 'module', fw }),
    'src/cakes.ts': cakes,
    'src/pies.ts': pies,
    'src/bootstrap.ts': bootstrap,
  })
}

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

test('fw client writes the same files again, without a bootstrap', async () => {
  const root = application()

  const first = await runFw(root, ['client'])

  expect(first).toEqual({
    code: 0,
    stdout: 'Wrote 12 files to client.\n',
    stderr: 'CakesController.list declares no return type, so the type of its data is unknown.\n',
  })
  const files = filesIn(join(root, 'client'))
  expect(Object.keys(files)).toEqual([
    'cakes.d.ts',
    'cakes.d.ts.map',
    'cakes.js',
    'index.d.ts',
    'index.js',
    'pie.d.ts',
    'pie.d.ts.map',
    'pie.js',
    'runtime.d.ts',
    'runtime.js',
    'types.d.ts',
    'types.js',
  ])
  const { mtimeMs } = statSync(join(root, 'client/cakes.js'))
  const again = await runFw(root, ['client'])
  expect(again.stdout).toBe('client is up to date.\n')
  expect(statSync(join(root, 'client/cakes.js')).mtimeMs).toBe(mtimeMs)
  rmSync(join(root, 'client'), { recursive: true })
  await runFw(root, ['client'])
  expect(filesIn(join(root, 'client'))).toEqual(files)
  expect(JSON.stringify(files)).not.toContain(root)
})

test('files of removed operations are deleted', async () => {
  const root = application()
  await runFw(root, ['client'])
  rmSync(join(root, 'src/pies.ts'))

  const { stdout } = await runFw(root, ['client'])

  expect(stdout).toBe('Wrote 5 files to client.\n')
  expect(readdirSync(join(root, 'client'))).not.toContain('pie.js')
})

test('an interrupted run can be repeated', async () => {
  const root = application()
  await runFw(root, ['client'])
  const before = filesIn(join(root, 'client'))
  writeFileSync(join(root, 'client/pie.js'), '')
  writeFileSync(join(root, 'client/pie.d.ts'), '// Written by fw')
  writeFileSync(join(root, 'client/pie.d.ts.map'), '{"ver')

  const { stdout } = await runFw(root, ['client'])

  expect(stdout).toBe('Wrote 3 files to client.\n')
  expect(filesIn(join(root, 'client'))).toEqual(before)
})

test('a folder with foreign files is an error', async () => {
  const root = application()
  await runFw(root, ['client'])
  writeFileSync(join(root, 'client/mine.js'), 'export const mine = 1')
  const before = filesIn(join(root, 'client'))

  const { code, stderr } = await runFw(root, ['client'])

  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('contains files that fw client did not write: mine.js.'),
  ])
  expect(filesIn(join(root, 'client'))).toEqual(before)
})

test('an application that does not register writes nothing', async () => {
  const root = application()
  writeFileSync(join(root, 'src/pies.ts'), pies.replace("'/pies'", "'pies'"))

  const { code, stderr } = await runFw(root, ['client'])

  expect([code, stderr]).toEqual([1, expect.stringContaining('pies')])
  expect(existsSync(join(root, 'client'))).toBe(false)
})

test('--check lists outdated files, and writes none', async () => {
  const root = application({ client: { out: 'web/api' } })
  const none = await runFw(root, ['client', '--check'])
  expect(none.code).toBe(1)
  expect(existsSync(join(root, 'web'))).toBe(false)

  await runFw(root, ['client'])
  expect(await runFw(root, ['client', '--check'])).toMatchObject({ code: 0, stderr: '' })
  writeFileSync(join(root, 'src/cakes.ts'), cakes.replace('readonly name', 'readonly title'))

  const stale = await runFw(root, ['client', '--check'])
  expect(stale).toMatchObject({
    code: 1,
    stderr: 'web/api/cakes.d.ts is out of date.\nRun the same command without --check.\n',
  })
})

test('a source map leads from an operation to the method', async () => {
  const root = application({ client: { out: 'web/api' } })
  await runFw(root, ['client'])
  const map = JSON.parse(readFileSync(join(root, 'web/api/cakes.d.ts.map'), 'utf8'))
  expect(map).toMatchObject({ version: 3, file: 'cakes.d.ts', sources: ['../../src/cakes.ts'] })

  const [, list, show] = decode(map.mappings)
  const declared = readFileSync(join(root, 'web/api/cakes.d.ts'), 'utf8').split('\n')
  const source = cakes.split('\n')
  expect(textAt(declared, list?.slice(0, 2))).toMatch(/^list:/)
  expect(textAt(source, list?.slice(2))).toMatch(/^list\(\)/)
  expect(textAt(declared, show?.slice(0, 2))).toMatch(/^show:/)
  expect(textAt(source, show?.slice(2))).toMatch(/^show\(id/)
})

test('package.json sets folders, groups and the name of a package', async () => {
  const client = [
    { out: 'a', only: ['pie'], package: '@acme/api' },
    { out: 'b', only: ['cakes'] },
  ]
  const root = application({ client })

  const { code } = await runFw(root, ['client'])

  expect(code).toBe(0)
  expect(readdirSync(join(root, 'a'))).toContain('pie.js')
  expect(readdirSync(join(root, 'a'))).not.toContain('cakes.js')
  const manifest = JSON.parse(readFileSync(join(root, 'a/package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@acme/api', type: 'module', sideEffects: false })
  expect(readdirSync(join(root, 'b'))).toContain('cakes.js')
  const pie = readFileSync(join(root, 'a/pie.js'), 'utf8')
  expect(pie).toContain('export { delete_ as delete }')
  expect(pie).toContain('delete_get_')
})

test('flags add further modules', async () => {
  const root = application()
  const tools = `
import { McpTool } from '@fw/core'

export class Oven {
  @McpTool('heat', 'Heats the oven.')
  heat(degrees: number): Date {
    return new Date(degrees)
  }
}
`
  writeFileSync(join(root, 'src/oven.ts'), tools)

  const { code } = await runFw(root, ['client', '--tools', '--schemas', '--query'])

  expect(code).toBe(0)
  const files = readdirSync(join(root, 'client'))
  expect(files).toEqual(expect.arrayContaining(['query.js', 'schemas.js', 'tools.js']))
  const declared = readFileSync(join(root, 'client/tools.d.ts'), 'utf8')
  expect(declared).toContain('heat: tools.Tool<{ readonly degrees: number }, Date>')
})

test.each([
  [{ client: 5 }, 'a client is an object'],
  [
    { client: { folder: 'x' } },
    '"folder" is not a setting. The settings are out, only, hidden, query, schemas, tools, package.',
  ],
  [{ client: { only: 'x' } }, '"only" must be a list of strings, not "x".'],
  [{ client: [{}, {}] }, 'two clients have the same "out".'],
  [
    { client: { only: ['cake'] } },
    '"only" contains cake, but there is no such group. The groups are cakes, pie.',
  ],
])('invalid settings are an error: %j', async (fw, message) => {
  const { code, stderr } = await runFw(application(fw), ['client'])
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
})

/** The segments of a source map: line and column, and those of the source. */
function decode(mappings: string): (readonly number[] | undefined)[] {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  let [sourceLine, sourceColumn] = [0, 0]
  const found: (readonly number[] | undefined)[] = [undefined]
  for (const [line, segment] of mappings.split(';').entries()) {
    if (segment === '') continue
    const values: number[] = []
    let [value, shift] = [0, 0]
    for (const character of segment) {
      const digit = digits.indexOf(character)
      value += (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      values.push(value & 1 ? -(value >> 1) : value >> 1)
      ;[value, shift] = [0, 0]
    }
    sourceLine += values[2] ?? 0
    sourceColumn += values[3] ?? 0
    found.push([line, values[0] ?? 0, sourceLine, sourceColumn])
  }
  return found
}

function textAt(lines: readonly string[], [line = 0, column = 0]: readonly number[] = []): string {
  return (lines[line] ?? '').slice(column)
}
