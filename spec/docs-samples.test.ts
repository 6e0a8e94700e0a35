import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { obtain } from '../packages/core/test/support/obtain.ts'
import { filesOf, repositoryRoot, type SourceFile } from './repository.ts'
import { isOfApplication, snippetsOf } from './snippets.ts'

const documents = filesOf('README.md', '{packages,apps}/*/README.md', 'packages/*/docs/**/*.md')

test('every program of the documents compiles strictly as it is printed', async () => {
  const printed = printedFiles(documents)
  expect(printed.size).toBeGreaterThan(50)
  expect(await compile(printed)).toEqual([])
})

test('a part that uses undeclared names, and an import of a file that is not shown, are found', async () => {
  const text = [
    '```ts a/a.ts#first\nexport const one = missing\n```',
    '```ts a/a.ts#second\nimport { gone } from "./gone.ts"\nexport const two = gone + one\n```',
  ].join('\n\n')
  expect(await compile(printedFiles([{ path: 'docs/sample.md', text }]))).toEqual([
    "docs/a/a.ts(1,20): error TS2304: Cannot find name 'missing'.",
    "docs/a/a.ts(2,22): error TS2307: Cannot find module './gone.ts' or its corresponding type declarations.",
  ])
})

/**
 * The files that a reader has who types all blocks of a folder of documents: parts of a file follow
 * each other. Parts of applications are left out, because `npm run check` compiles these.
 */
function printedFiles(from: readonly SourceFile[]): Map<string, string> {
  const parts = new Map<string, Set<string>>()
  for (const { path, text } of from) {
    for (const { language, file, text: part, line } of snippetsOf(text)) {
      if (language !== 'ts' || isOfApplication(file ?? '')) continue
      const target = posix.join(dirname(path), file ?? `line-${line}.ts`)
      parts.set(target, (parts.get(target) ?? new Set()).add(part))
    }
  }
  return new Map([...parts].map(([file, texts]) => [file, [...texts].join('')]))
}

/**
 * Returns the compiler's errors for all files, with the settings of getting started and stricter
 * ones.
 */
async function compile(files: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(await obtain('installed'), '.printed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [settings] = filesOf('packages/core/test/examples/getting-started/tsconfig.json')
  writeFileSync(join(folder, 'printed.json'), settings?.text ?? '')
  const stricter = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
  const config = { extends: './printed.json', compilerOptions: stricter }
  const all = new Map([
    ...files,
    ['package.json', '{ "type": "module" }'],
    ['tsconfig.json', JSON.stringify(config)],
  ])
  for (const [file, text] of all) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return (stdout + stderr).split('\n').filter(Boolean)
}
