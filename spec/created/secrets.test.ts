import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createFw, emptyFolder } from '../../packages/create/test/run-program.ts'
import { Containers, missingBuildah } from './containers.ts'

/** Names of files that hold secrets, in every folder of a project. */
const secrets = [
  '.env',
  '.env.local',
  '.env.production',
  'server.key',
  'server.pem',
  'client.p12',
  'client.pfx',
]

const templates = ['api', 'postgres', 'agent', 'monorepo']

test.for(templates)('git ignores the secrets of %s', async (template) => {
  const folder = await projectWithSecrets(template)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' })

  git('init', '--quiet')
  git('add', '--all')

  const files = git('ls-files').trim().split('\n')
  expect(files.filter(isSecret)).toEqual([])
  expect(files.filter((file) => file.endsWith('.env.example'))).not.toEqual([])
})

test.for(templates)('images do not contain the secrets of %s', async (template, { skip }) => {
  // In continuous integration a test that skips fails.
  if (process.env['CI'] !== 'true') skip(missingBuildah !== undefined, missingBuildah)
  const folder = await projectWithSecrets(template)

  const files = await new Containers(emptyFolder()).contextOf(folder)

  expect(files.filter(isSecret)).toEqual([])
  expect(files).toContain('package.json')
  expect(files.filter((file) => /(?:^|\/)src\/\w+\.ts$/.test(file))).not.toEqual([])
})

async function projectWithSecrets(template: string): Promise<string> {
  const above = emptyFolder()
  const words = ['shop', `--template=${template}`, '--no-install', '--no-git']
  expect(await createFw(above, words)).toMatchObject({ code: 0 })
  const folder = join(above, 'shop')
  const workspaces = template === 'monorepo' ? ['apps/api', 'apps/web', 'packages/shared'] : []
  for (const place of ['.', 'src', 'certificates', ...workspaces]) {
    for (const name of secrets) write(join(folder, place, name), 'secret')
  }
  return folder
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function isSecret(file: string): boolean {
  return secrets.includes(file.split('/').at(-1) ?? '')
}
