import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../support/fw-process.ts'
import { copiedExample } from '../support/temporary-application.ts'

const root = copiedExample('console')

const files = ['session.txt', 'usage.txt', 'routes.txt', 'routes-json.txt', 'accounts.txt']

test.for(files)('fw prints what the page shows: %s', async (file) => {
  const [command = '', ...output] = readFileSync(join(root, file), 'utf8').split('\n')
  const words = command.replace('$ fw ', '').split(' ')

  expect(await runFw(root, words)).toEqual({ code: 0, stdout: output.join('\n'), stderr: '' })
})

test('the exit code is the one that the command returns', async () => {
  expect((await runFw(root, ['reports:sales', '2026-07', '--quiet'])).code).toBe(4)
})

test('a command that throws CommandFailed prints its message alone', async () => {
  expect(await runFw(root, ['shops:close', 'rome'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No shop in "rome" is open.\n',
  })
})

test('the worker stops when its signal is aborted', async () => {
  const fw = new FwProcess(root, ['work'])
  await fw.printed(/working/)

  fw.child.kill('SIGTERM')

  expect(await fw.exit).toBe(0)
  expect(fw.stdout).toMatch(/working\nstopped\n$/)
})
