import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { filesOf, repositoryRoot } from './repository.ts'
import { snippetsOf } from './snippets.ts'

const run = promisify(execFile)
const readmes = filesOf('packages/*/README.md')

test('every package has a README', () => {
  const packages = filesOf('packages/*/package.json')
  expect(readmes.map(({ path }) => path)).toEqual(
    packages.map(({ path }) => path.replace('package.json', 'README.md')),
  )
})

const sessions = readmes.flatMap(({ path, text }) =>
  snippetsOf(text)
    .filter((snippet) => snippet.text.startsWith('$ node '))
    .map((snippet) => ({ path, session: snippet.text })),
)

test.for(sessions)('the program of $path prints what it shows', async ({ path, session }) => {
  const [command = '', ...output] = session.split('\n')
  const cwd = join(repositoryRoot, path, '../test/examples')
  const { stdout } = await run(process.execPath, command.split(' ').slice(2), { cwd })
  expect(stdout).toBe(output.join('\n'))
})

test('four packages show a program', () => {
  expect(sessions).toHaveLength(4)
})
