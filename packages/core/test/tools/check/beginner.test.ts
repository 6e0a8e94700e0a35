import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

/** The most common mistakes, one in each module. */
const mistaken = {
  'package.json': '{ "type": "module" }',
  'main.ts': `import { createApp } from '@fw/core'
await createApp(import.meta.dirname)
`,
  'src/import.ts': `import { Get } from '@fw/core'

export class Imports {
  @Get('/imports') list(): string[] { return [] }

  @Post('/imports')
  create(@Body() name: string): string { return name }
}
`,
  'src/dependency.ts': `import { Get } from '@fw/core'
import { parse } from 'not-installed/parse'

export class Dependencies {
  @Get('/dependencies') list(): string[] { return parse('') }
}
`,
  'src/path.ts': `import { Get } from '@fw/core'
import { find } from './serivce.ts'

export class Paths {
  @Get('/paths') list(): string[] { return find() }
}
`,
  'src/called.ts': `import { Application, Body, Get, MinLength, Post, Use } from '@fw/core'

@Application
export class Called {
  @Get
  list(): string[] { return [] }

  @Post('/called')
  create(@Body name: Name): Name { return name }

  @Get('/used') @Use
  used(): string { return '' }
}

export class Name {
  constructor(@MinLength readonly text: string) {}
}
`,
  'src/source.ts': `import { Get, Post, type int } from '@fw/core'

export class Sources {
  @Get('/sources/{id}')
  show(ident: int): int { return ident }

  @Get('/sources')
  list(page: int): int { return page }

  @Post('/sources')
  create(source: Source): Source { return source }
}

export class Source {
  constructor(readonly name: string) {}
}
`,
  'src/type.ts': `import { Body, Get, Post } from '@fw/core'

type Flags<T> = { [K in keyof T as \`is-\${string & K}\`]: boolean }

export class Types {
  @Get('/types')
  show(): Flags<Type> { return {} }

  @Post('/types')
  create(@Body() type: Type, count: int): Type { return type }
}

export class Type {
  constructor(readonly name: string, readonly of: ReturnType<typeof String>) {}
}
`,
}

const expected = [
  'called.ts:3:1 Called: @Application is used without parentheses. Write @Application().',
  "called.ts:5:3 Called.list: @Get is used without parentheses. Write @Get('/').",
  'called.ts:9:10 Called.create, parameter 1: @Body is used without parentheses. Write @Body().',
  'called.ts:11:17 Called.used: @Use is used without parentheses. Write @Use(…).',
  'called.ts:16:15 Name, parameter 1: @MinLength is used without parentheses. Write @MinLength(…).',
  'dependency.ts:2:23 the package "not-installed" is not installed. Run: npm install not-installed. For a file, use a relative path.',
  "import.ts:6:3 Post, Body are not imported. Add: import { Post, Body } from '@fw/core'",
  'path.ts:2:22 there is no file src/serivce.ts. Correct the path of the import.',
  'source.ts:5:8 Sources.show: parameter "ident" (int) has no source. Rename it to "id", as in the path "/sources/{id}", mark it @Query(), or give it a default.',
  'source.ts:8:8 Sources.list: parameter "page" (int) has no source. Add {page} to the path "/sources", mark it @Query(), or give it a default.',
  'source.ts:11:10 Sources.create: parameter "source" (Source) has no source. Mark it @Body() or @Query() if clients send it. If it is a service, inject it in the constructor.',
  'type.ts:3:17 Types.show, return type: cannot read the type "{ [K in keyof T as `is-${string & K}`]: boolean }": resolving a mapped type needs the type checker, which fw does not run. Write an interface with its properties.',
  'type.ts:10:37 Types.create, parameter "count": cannot read the type "int": "int" is not imported. Add: import { type int } from \'@fw/core\'.',
  'type.ts:14:51 Type.of: cannot read the type "ReturnType<typeof String>": resolving it needs the type checker, which fw does not run. Write the resulting type.',
]

const uncalled = {
  'package.json': mistaken['package.json'],
  'main.ts': mistaken['main.ts'],
  'src/called.ts': mistaken['src/called.ts'].replace('@Application\n', ''),
}

interface Printed {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
}

/** The location of a finding, and its message without locations. */
function shown({ file, line, column, text }: Printed): string {
  const [message = ''] = text
    .replaceAll(/ \(src\/\S+\)| at src\/\S+(?=:)|^src\/\S+: /g, '')
    .split('\n')
  return `${file.replace('src/', '')}:${line}:${column} ${message}`
}

test('the mistakes of a beginner are listed with their locations and fixes', async () => {
  const root = temporaryApplication(mistaken)
  const server = new FwProcess(root, ['dev', '--host=127.0.0.1', '--port=0'])
  const [checked, started, address] = await Promise.all([
    runFw(root, ['check', '--format', 'json']),
    startByNode(temporaryApplication(uncalled)),
    server.address(),
  ])
  const findings = JSON.parse(checked.stdout) as Printed[]
  expect(findings.map(shown)).toEqual(expected)
  const { problems } = (await (await fetch(address)).json()) as { readonly problems: Printed[] }
  const inBrowser = problems.map(shown)
  // A decorator without parentheses ends the import of its module.
  expect(inBrowser).toEqual(expected.filter((each) => !/^called\.ts:(?!5:)/.test(each)))
  expect(started).toMatch(/^AttributeNotCalled: Called\.list: .* Write @Get\('\/'\)\.$/m)
})

/** Starts the application by Node and the loader, and returns its errors. */
async function startByNode(root: string): Promise<string> {
  const node = new FwProcess(root, ['main.ts'], {}, ['--import', '@fw/transform/register'])
  expect(await node.exit).toBe(1)
  return node.stderr
}
