import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, type SourceFile } from './repository.ts'
import { isOfApplication, shownPart, snippetsOf, type Snippet } from './snippets.ts'

const documents = filesOf('packages/*/docs/**/*.md', '{packages,apps}/*/README.md')

test('every program in a document is one of the tested examples', () => {
  expect(documents.flatMap((document) => snippetProblems(document, readExample))).toEqual([])
})

test('a program without a file, a missing file, a missing region and a difference are found', () => {
  const blocks = [
    '```ts\nnameless()\n```',
    '```sh\nnpm ci\n```',
    '```ts gone.ts\n```',
    '```ts a.ts#gone\n```',
    '```ts a.ts#part\nshown()\n```',
    '```ts a.ts#part\nchanged()\n```',
    '```text b.txt\nwhole\n```',
    '```ts a.ts#inner\nmethod() {\n  return 1\n}\n```',
    '```sql c.sql#table\nCREATE TABLE shown (id INT);\n```',
  ]
  const examples = new Map([
    [
      'a.ts',
      'hidden()\n// #region part\nshown()\n// #endregion\n' +
        '  // #region inner\n  method() {\n    return 1\n  }\n  // #endregion\n',
    ],
    ['b.txt', 'whole\n'],
    ['c.sql', 'hidden;\n-- #region table\nCREATE TABLE shown (id INT);\n-- #endregion\nhidden;\n'],
  ])
  const sample = { path: 'sample.md', text: blocks.join('\n') }
  expect(snippetProblems(sample, (_document, file) => examples.get(file))).toEqual([
    'sample.md:1: the program names no file of the examples. Write: ```ts <page>/<file>.ts',
    'sample.md:7: there is no example gone.ts.',
    'sample.md:9: a.ts has no region "gone".',
    'sample.md:14: differs from a.ts#part.',
  ])
})

test('a page that builds an application names each file above its code', () => {
  const pages = /docs\/(getting-started|tutorial[\w-]*|testing)\.md$/
  const nameless = documents
    .filter(({ path }) => pages.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(.*)\n\n```(?:ts|json|sh) [\w-]+\/([^\s#]+)\S*$/gm)]
        .filter(([, line = '', file = '']) => !line.includes(`\`${nameOf(file)}\``))
        .map(([, , file]) => `${path}: ${file}`),
    )
  expect(nameless).toEqual([])
})

/** The name that a reader gives to a file: `ticket.1.ts` is an earlier version of `ticket.ts`. */
function nameOf(file: string): string {
  return file.replace('example', '').replace(/\.\d\.ts$/, '.ts')
}

type ReadExample = (document: string, file: string) => string | undefined

/** The examples of a package are next to its documents, in `test/examples`; applications have their own tests. */
function readExample(document: string, file: string): string | undefined {
  if (isOfApplication(file)) return filesOf(file)[0]?.text
  const folder = document.replace(/\/(docs\/.*|README\.md)$/, '/test/examples')
  return filesOf(posix.join(folder, file))[0]?.text
}

function snippetProblems({ path, text }: SourceFile, read: ReadExample): string[] {
  return snippetsOf(text).flatMap((snippet) => {
    const problem = problemOf(snippet, (file) => read(path, file))
    return problem ? [`${path}:${snippet.line}: ${problem}`] : []
  })
}

function problemOf(
  { language, file, region, text }: Snippet,
  read: (file: string) => string | undefined,
): string | undefined {
  if (file === undefined) {
    return language === 'ts'
      ? 'the program names no file of the examples. Write: ```ts <page>/<file>.ts'
      : undefined
  }
  const example = read(file)
  if (example === undefined) return `there is no example ${file}.`
  const shown = shownPart(example, region)
  if (shown === undefined) return `${file} has no region "${region}".`
  return shown === text ? undefined : `differs from ${file}${region ? `#${region}` : ''}.`
}
