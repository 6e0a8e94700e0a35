import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, repositoryRoot, type SourceFile } from './repository.ts'

// The files that @fw/create writes describe the new application.
const documents = filesOf('**/*.md').filter(({ path }) => !path.includes('/templates/'))

test('every link between the documents has an existing target', () => {
  expect(documents.flatMap(deadLinks)).toEqual([])
})

test('every path of the repository that a document names exists', () => {
  expect(documents.flatMap(missingPaths)).toEqual([])
})

test('every npm script that a document names exists', () => {
  const unknown = documents.flatMap((document) => unknownScripts(document, scriptsFor(document)))
  expect(unknown).toEqual([])
})

test('the README begins with the two commands that a newcomer needs', () => {
  const readme = documents.find(({ path }) => path === 'README.md')?.text
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
})

test('no table of a document has duplicate rows', () => {
  const written = documents.filter(({ path }) => !path.startsWith('benchmarks/evidence/'))
  expect(written.flatMap(repeatedRows)).toEqual([])
})

test('a link to a missing file, folder or heading is found', () => {
  const text = [
    '# A heading with `code`, twice',
    '[good](README.md) [page](https://example.com) [here](#a-heading-with-code-twice)',
    '[gone](gone.md) [folder](packages/) [heading](#gone)',
    '`[in code](gone.md)`',
    '```\n[in a block](gone.md)\n```',
    '[other]: decisions/gone.md',
  ]
  expect(deadLinks({ path: 'sample.md', text: text.join('\n') })).toEqual([
    'sample.md: gone.md',
    'sample.md: #gone',
    'sample.md: decisions/gone.md',
  ])
})

test('a duplicate row of a table is found', () => {
  const table = '| Key | Says |\n| --- | --- |\n| `A` | one |\n'
  expect(repeatedRows({ path: 'sample.md', text: `${table}\n${table}` })).toEqual([])
  expect(repeatedRows({ path: 'sample.md', text: table + table })).toEqual([
    'sample.md: Key',
    'sample.md: ---',
    'sample.md: `A`',
  ])
})

test('a path that does not exist is found', () => {
  const text = '`packages/core/src`, `spec/gone.ts`, `packages/<name>/src`, `application/json`'
  expect(missingPaths({ path: 'sample.md', text })).toEqual(['sample.md: spec/gone.ts'])
})

test('a script that does not exist is found', () => {
  const text = '`npm ci && npm test`, `npm start`, `npm run gone` and `npm run check:types -- -w`'
  const known = { test: 'vitest', 'check:types': 'tsc' }
  expect(unknownScripts({ path: 'sample.md', text }, known)).toEqual([
    'sample.md: npm start',
    'sample.md: npm run gone',
  ])
})

function deadLinks(document: SourceFile): string[] {
  const prose = withoutCodeBlocks(document.text).replace(/`[^`\n]*`/g, '')
  const targets = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g),
    ...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm),
  ].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^[a-z][a-z+.-]*:/.test(target) && !leadsSomewhere(document, target))
    .map((target) => `${document.path}: ${target}`)
}

function leadsSomewhere({ path, text }: SourceFile, target: string): boolean {
  const [file = '', heading] = target.split('#')
  const linked = posix.join(posix.dirname(path), file)
  if (file !== '' && !existsSync(join(repositoryRoot, linked))) return false
  if (heading === undefined) return true
  const linkedText = file === '' ? text : headingsText(linked)
  return anchorsOf(linkedText).includes(heading)
}

function headingsText(path: string): string {
  return statSync(join(repositoryRoot, path)).isFile() ? (filesOf(path)[0]?.text ?? '') : ''
}

/** Anchors as GitHub makes them out of headings. */
function anchorsOf(text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

function withoutCodeBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}

/** The first cell of a row is its subject. */
function repeatedRows({ path, text }: SourceFile): string[] {
  const tables = withoutCodeBlocks(text).matchAll(/(?:^\|.*\n)+/gm)
  return [...tables].flatMap(([table]) => {
    const names = table.split('\n').flatMap((row) => row.split('|')[1]?.trim() ?? [])
    const repeated = names.filter((name, index) => name !== '' && names.indexOf(name) !== index)
    return repeated.map((name) => `${path}: ${name}`)
  })
}

function missingPaths({ path, text }: SourceFile): string[] {
  const named = text.matchAll(/`((?:packages|apps|spec|benchmarks|decisions)\/[\w./-]+)`/g)
  return [...named]
    .filter(([, name = '']) => !existsSync(join(repositoryRoot, name)))
    .map(([, name]) => `${path}: ${name}`)
}

/** Those of the repository, and of the package or application that a document belongs to. */
function scriptsFor({ path }: SourceFile): object {
  const own = path.split('/').slice(0, 2).join('/')
  // This page also names the scripts of the projects that it creates.
  const created = path.endsWith('/new-projects.md')
    ? 'packages/create/templates/*/package.json'
    : ''
  const manifests = ['package.json', `${own}/package.json`, created].flatMap((manifest) =>
    filesOf(manifest),
  )
  return Object.assign({}, ...manifests.map(({ text }) => JSON.parse(text).scripts)) as object
}

function unknownScripts({ path, text }: SourceFile, known: object): string[] {
  return [...text.matchAll(/npm (?:run(?: --silent)? ([\w:-]+)|(test|start)\b)/g)]
    .filter(([, script, shorthand]) => !Object.hasOwn(known, script ?? shorthand ?? ''))
    .map(([command]) => `${path}: ${command}`)
}
