import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { verifies } from '../../../spec/verifies.ts'
import { createFw, emptyFolder } from './run-program.ts'

const application = {
  name: 'shop',
  scripts: { check: 'my-check' },
  dependencies: { fw: '0.1.0' },
}

verifies(
  'create.add',
  'missing files are written, and package.json has what it lacked',
  async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'package.json'), JSON.stringify(application))
    writeFileSync(join(folder, 'Dockerfile'), 'mine')
    const { code, stdout } = await createFw(folder, ['add', 'docker', 'lint', '--no-install'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'wrote .dockerignore\nwrote compose.yaml\nwrote .oxlintrc.json\nwrote package.json\n' +
        'kept  Dockerfile\nnext  npm install\n',
    })
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe('mine')
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      ...application,
      devDependencies: { oxlint: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    })
  },
)

verifies('create.add', 'what is there already changes nothing', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify(application))
  await createFw(folder, ['add', 'ci', '--no-install'])
  const before = readFileSync(join(folder, 'package.json'), 'utf8')
  const { stdout } = await createFw(folder, ['add', 'ci', '--json'])
  expect(JSON.parse(stdout)).toEqual({
    folder,
    files: [],
    kept: ['.github/workflows/check.yml'],
    commands: [],
  })
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(before)
})

verifies('create.add', 'a folder without an application is refused', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"express":"5.0.0"}}')
  const { code, stderr } = await createFw(folder, ['add', 'docker'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${folder} has no package.json that names fw. Run create-fw add in an application.\n`,
  })
  expect(readdirSync(folder)).toEqual(['package.json'])
})
