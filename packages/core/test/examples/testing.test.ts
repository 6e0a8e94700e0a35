import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('./testing/', import.meta.url))
const run = promisify(execFile)

test('the test for node:test passes with the loader, as the page says', async () => {
  const words = ['--import', '@fw/transform/register', '--test', 'test/orders.node.ts']
  const { stdout } = await run(process.execPath, words, { cwd: root })
  expect(stdout).toMatch(/pass 1\n/)
})
