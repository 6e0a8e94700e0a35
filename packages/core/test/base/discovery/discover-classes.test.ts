import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { discoverClasses } from '../../../src/base/discovery/discover-classes.ts'
import { JsonLogger } from '../../../src/base/logging/logger.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const mark = `import { attribute } from '@fw/core'\nexport const Mark = attribute(class MarkAttribute {})\n`
const marked = (name: string) =>
  `import { Mark } from '#mark'\nexport class ${name} {\n  @Mark() run() {}\n}\n`

function application(files: Readonly<Record<string, string>>, manifest: object = {}): string {
  return temporaryApplication({
    'package.json': JSON.stringify({
      type: 'module',
      imports: { '#mark': './mark.ts' },
      ...manifest,
    }),
    'mark.ts': mark,
    ...files,
  })
}

async function namesOf(root: string | URL): Promise<string[]> {
  return (await discoverClasses(root)).map((type) => type.name)
}

describe('discovery', () => {
  test('finds exported classes with decorators, and jobs, ordered by file', async () => {
    const root = application({
      'src/b/two.ts': marked('Two'),
      'src/a.ts': marked('One'),
      'src/job.ts':
        'import type { Job } from "#job"\nexport class Send implements Job { handle() {} }\n',
      'src/parameter.mts':
        'import { Mark } from "#mark"\nclass Order { constructor(@Mark() readonly id: number) {} }\nexport { Order as Renamed }\n',
      'src/plain.ts': 'export class Plain {}\n',
    })

    expect(await namesOf(root)).toEqual(['One', 'Two', 'Send', 'Order'])
    expect(await namesOf(pathToFileURL(root))).toHaveLength(4)
  })

  test('imports only modules that declare such classes', async () => {
    const root = application({
      'src/one.ts': marked('One'),
      'src/side-effect.ts': 'throw new Error("imported")\nexport class Plain {}\n',
    })

    expect(await namesOf(root)).toEqual(['One'])
  })

  test('skips tests, declarations, dotfiles and packages', async () => {
    const root = application({
      'src/one.ts': marked('One'),
      'src/one.test.ts': marked('Two'),
      'src/one.spec.ts': marked('Three'),
      'src/.hidden.ts': marked('Four'),
      'src/.git/five.ts': marked('Five'),
      'src/node_modules/six/index.ts': marked('Six'),
      'src/seven.d.ts': 'export declare class Seven {}\n',
      'eight.ts': marked('Eight'),
    })

    expect(await namesOf(root)).toEqual(['One'])
  })

  test('searches the roots in package.json', async () => {
    const root = application(
      { 'src/one.ts': marked('One'), 'app/two.ts': marked('Two'), 'lib/three.ts': marked('Three') },
      { fw: { roots: ['lib', 'app'] } },
    )

    expect(await namesOf(root)).toEqual(['Three', 'Two'])
  })

  test('skips abstract classes', async () => {
    const root = application({
      'src/base.ts': `import { Mark } from '#mark'\nexport abstract class Base {\n  @Mark() run() {}\n}\n`,
    })

    expect(await namesOf(root)).toEqual([])
  })

  test('finds classes that inherit their decorators, from any file and over several levels', async () => {
    const root = application({
      'src/a-books.ts': `import { Crud } from './crud.ts'\nexport class Books extends Crud<string> {}\n`,
      'src/b-shelves.ts': `import { Middle as Base } from './middle.ts'\nexport class Shelves extends Base {}\n`,
      'src/crud.ts': `import { Mark } from '#mark'\nexport abstract class Crud<T> {\n  @Mark() run(_item: T) {}\n}\n`,
      'src/middle.ts': `import { Crud } from './crud.ts'\nexport abstract class Middle extends Crud<string> {}\n`,
      'src/mail.ts': `import { Send } from './send.ts'\nexport class Mail extends Send {}\n`,
      'src/pages.ts': `import { Mark } from '#mark'\nclass Page {\n  @Mark() run() {}\n}\nexport default class Home extends Page {}\n`,
      'src/send.ts':
        'import type { Job } from "#job"\nexport class Send implements Job { handle() {} }\n',
      'src/side-effect.ts': 'throw new Error("imported")\nexport class Failed extends Error {}\n',
    })
    const lines: string[] = []
    const classes = await discoverClasses(
      root,
      new JsonLogger({ write: (line) => void lines.push(line) }),
    )
    expect(classes.map(({ name }) => name)).toEqual(['Books', 'Shelves', 'Mail', 'Home', 'Send'])
    expect(lines).toEqual([])
  })

  test('skips a class that only extends a parent that is used itself', async () => {
    const root = application({
      'src/one.ts': marked('One'),
      'src/two.ts': `import { One } from './one.ts'\nexport class Two extends One {}\n`,
    })
    expect(await namesOf(root)).toEqual(['One'])
  })

  test('finds the default export too', async () => {
    const root = application({
      'src/one.ts': `import { Mark } from '#mark'\nexport default class One {\n  @Mark() run() {}\n}\n`,
    })

    expect(await namesOf(root)).toEqual(['One'])
  })

  test('warns only about classes with decorated methods that are not exported', async () => {
    const root = application({
      'src/one.ts': `import { Mark } from '#mark'
class Forgotten {
  @Mark() run() {}
}
class Private {
  constructor(@Mark() readonly id: number) {}
}
export class Used {
  @Mark() run() { return [Forgotten, Private] }
}
`,
    })
    const lines: string[] = []

    await discoverClasses(root, new JsonLogger({ write: (line) => void lines.push(line) }))

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        message: `Forgotten in ${join(root, 'src/one.ts')} is not used: it has decorators, but is not exported. Export it.`,
      }),
    ])
  })

  test('warns about an abstract class with decorated methods that no class extends', async () => {
    const root = application({
      'src/one.ts': `import { Mark } from '#mark'
export abstract class Alone {
  @Mark() run() {}
}
export abstract class Service {
  abstract send(): void
}
export abstract class Base {
  @Mark() run() {}
}
export class Used extends Base {}
`,
    })
    const lines: string[] = []
    const logger = new JsonLogger({ write: (line) => void lines.push(line) })
    const found = await discoverClasses(root, logger)

    expect(found.map(({ name }) => name)).toEqual(['Used'])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        message: `Alone in ${join(root, 'src/one.ts')} is not used: it is abstract, and no class extends it. Remove "abstract", or extend it.`,
      }),
    ])
  })
})

describe('discovery explains errors', () => {
  test('with a root that does not exist', async () => {
    const root = application({})

    await expect(discoverClasses(root)).rejects.toThrow(
      `There is no folder ${join(root, 'src')}. Create it, or list the folders of the application's code ` +
        'in its package.json: "fw": { "roots": ["src"] }.',
    )
  })

  test('with roots that are not a list of strings', async () => {
    const root = application({}, { fw: { roots: 'src' } })

    await expect(discoverClasses(root)).rejects.toThrow(
      `"fw.roots" in ${join(root, 'package.json')} is not a list of strings.`,
    )
  })

  test('when the loader is not registered', async () => {
    const root = application({ 'src/one.ts': marked('One') })

    expect(await runOutside(root)).toContain(
      `LoaderMissing: Cannot import ${join(root, 'src/one.ts')}: Node cannot run all of its syntax, such as decorators. ` +
        'Start Node with "node --import @fw/transform/register", or add transform() from ' +
        '"@fw/transform/vite" to the plugins of vite.config.ts or vitest.config.ts.',
    )
  })

  test('when @fw/transform is not installed', async () => {
    const root = application({ 'src/one.ts': marked('One') })
    const uninstall = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  return next(specifier === '@fw/transform' ? '@fw/transform-uninstalled' : specifier, context)
} })`

    expect(await runOutside(root, uninstall)).toContain(
      `TransformNotInstalled: Cannot discover the classes of ${root}: @fw/transform reads the source ` +
        'and is not installed. Run "npm install --save-dev @fw/transform", or start the output of "fw build".',
    )
  })
})

/** Runs discovery in a separate process, and returns its standard error. */
async function runOutside(root: string, before = ''): Promise<string> {
  const discovery = new URL('../../../src/base/discovery/discover-classes.ts', import.meta.url).href
  const program = `${before}
const { discoverClasses } = await import(${JSON.stringify(discovery)})
await discoverClasses(${JSON.stringify(root)})`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return run.then(
    () => 'no error',
    (error: { stderr: string }) => error.stderr,
  )
}
