import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from './repository.ts'

test('a run ends with a line that contains only its counts', async () => {
  const output = await runVitest({
    'a.test.js': "test('one', () => {})\ntest('two', () => {})\ntest.skip('three', () => {})",
    'b.test.js': "test.todo('four')\ntest('five', () => { throw new Error('no') })",
  })
  expect(lastLine(output)).toBe('2 passed, 1 failed, 2 skipped')
})

test('the missing programs, and how to install them, are printed before it', async () => {
  const skip = (name: string) => `test('${name}', ({ skip }) => skip('no ${name}. Install it.'))`
  const needy = "beforeEach(({ skip }) => skip(true, 'no tea. Make some.'))\ntest('x', () => {})"
  const output = await runVitest({
    'a.test.js': `${skip('redis')}\n${skip('redis')}\n${skip('curl')}\ntest.skip('other')`,
    'b.test.js': needy,
  })
  const lines = output.trimEnd().split('\n').slice(-5)
  expect(lines.slice(0, 3).toSorted()).toEqual([
    'Skipped 1: no curl. Install it.',
    'Skipped 1: no tea. Make some.',
    'Skipped 2: no redis. Install it.',
  ])
  expect(lines.slice(3)).toEqual(['', '0 passed, 0 failed, 5 skipped'])
})

test('a file that does not load counts as failed', async () => {
  const output = await runVitest({ 'a.test.js': "throw new Error('no')" })
  expect(lastLine(output)).toBe('0 passed, 1 failed, 0 skipped')
})

test('an error outside every test counts as failed', async () => {
  const late = 'setTimeout(() => { throw new Error("late") })'
  const wait = 'new Promise((done) => setTimeout(done, 50))'
  const output = await runVitest({ 'a.test.js': `test('one', () => { ${late}; return ${wait} })` })
  expect(lastLine(output)).toBe('1 passed, 1 failed, 0 skipped')
})

async function runVitest(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'closing-line-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const reporter = pathToFileURL(join(repositoryRoot, 'spec/closing-line.ts')).href
  const config = [
    `import { closingLine } from '${reporter}'`,
    "export default { test: { globals: true, reporters: ['default', closingLine] } }",
  ].join('\n')
  for (const [name, text] of Object.entries({ ...files, 'vitest.config.mjs': config })) {
    await writeFile(join(folder, name), text)
  }
  const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [vitest, 'run', '--root', folder], (_, stdout) => resolve(stdout))
  })
}

function lastLine(output: string): string | undefined {
  return output.trimEnd().split('\n').at(-1)
}
