import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { divideTests, reasonToSeparate } from './shared-process.ts'

/** Writes test files and helpers to a separate folder. Returns why `a.test.ts` needs a process. */
function reasonFor(files: Readonly<Record<string, string>>): string | undefined {
  const folder = join(mkdtempSync(join(tmpdir(), 'fw-tests-')), 'test')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }))
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return reasonToSeparate(join(folder, 'a.test.ts'))?.replace(`${folder}/`, '')
}

test.for([
  ["process.env['TZ'] = 'UTC'", 'sets an environment variable'],
  ['process.env.TZ ??= zone', 'sets an environment variable'],
  ["delete process.env['TZ']", 'sets an environment variable'],
  ['process.chdir(folder)', 'changes the process'],
  ["process.once('warning', keep)", 'changes the process'],
  ["vi.mock('node:fs')", 'replaces modules'],
  ['globalThis.fetch = answer', 'mentions the global object'],
  ['Array.prototype.at = undefined', 'replaces a method'],
  ["Object.defineProperty(Response, 'json', {})", 'replaces a method'],
  ['console.log = keep', 'assigns to a module or a global'],
  ['expect(performance.now() - start).toBeLessThan(5)', 'measures memory or time'],
  ["runInNewContext('gc')()", 'measures memory or time'],
  ["setFlagsFromString('--stack-size=90')", 'changes or observes Node'],
  ["await import(new URL('server.js', import.meta.url).href)", 'imports modules by a URL'],
  ["import { Worker } from 'node:worker_threads'", 'starts threads'],
])('a test file with %s needs a process', ([line, reason]) => {
  expect(reasonFor({ 'a.test.ts': `${line}\n` })).toBe(`a.test.ts: ${reason}`)
})

test('a test file with a helper that changes the process needs a process', () => {
  const imported = { 'b.ts': "import './c.ts'\n", 'c.ts': 'process.chdir(folder)\n' }
  const files = { 'a.test.ts': "import { b } from './b.ts'\n", ...imported }
  expect(reasonFor(files)).toBe('c.ts: changes the process')
})

test('a test file with a helper whose hooks run on its import needs a process', () => {
  const files = { 'a.test.ts': "import './b.ts'\nafterAll(end)\n", 'b.ts': 'afterAll(end)\n' }
  expect(reasonFor(files)).toBe('b.ts: has hooks')
})

test('a test file that reads an environment variable can share a process', () => {
  const line = "if (process.env['CI'] === 'true') skip()\n"
  expect(reasonFor({ 'a.test.ts': `${line}afterAll(end)\n` })).toBeUndefined()
})

test('test files that load the framework share processes, the others are separate', () => {
  const { shared, separate } = divideTests(['packages/core/test/**/*.test.ts'], [])
  expect(shared).toContain('packages/core/test/http/routing.test.ts')
  expect(separate).toContain('packages/core/test/base/config/config.test.ts')
  expect(separate).toContain('packages/core/test/tools/console/serve.test.ts')
})
