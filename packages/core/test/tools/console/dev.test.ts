import { mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const controller = (path: string, text: string) => `import { Get } from '@fw/core'
export class ${text} {
  @Get('${path}') get() { return '${text}' }
}
`

const temporaryNames = [
  ['.one.ts.swp', '.one.ts.swx', '4913', 'one.ts~', '.#one.ts', '#one.ts#', 'one.ts.tmp'],
  ['one.ts.tmp.4711.a1b2', 'one.ts___jb_tmp___', 'one.ts___jb_old___', 'one.ts.crswap', 'one.swp'],
  ['sedf31Ciy'],
].flat()

/** Sends requests until the application responds with the string: it may be restarting. */
async function waitForResponse(url: string, text: string): Promise<void> {
  await expect
    .poll(() =>
      fetch(url).then(
        (response) => response.json(),
        () => undefined,
      ),
    )
    .toBe(text)
}

test('fw dev serves, restarts on every change, and survives errors', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/one.ts': controller('/one', 'First'),
  })
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const probe = new FwProcess(root, ['serve', '--host=127.0.0.1', '--port=0'])
  const { port } = new URL(await probe.address())
  probe.child.kill('SIGKILL')
  await probe.exit
  const address = `http://127.0.0.1:${port}`

  const fw = new FwProcess(root, ['dev', '--host', '127.0.0.1', '--port', port])
  await waitForResponse(`${address}/one`, 'First')

  write('src/one.ts', controller('/one', 'Second'))
  await waitForResponse(`${address}/one`, 'Second')
  expect(fw.stdout).toContain('src/one.ts has changed, restarting.\n')

  write('src/two.ts', controller('/two', 'Added'))
  await waitForResponse(`${address}/two`, 'Added')

  write('src/one.ts', '@Get( export class {')
  await fw.printed(/The application ended \(exit code 1\)\. It restarts after the next change\.\n/)
  expect(fw.stderr).toMatch(
    /^error {2}src\/one\.ts:1:7 {2}SourceSyntaxError\n.*\n {2}1 \| @Get\( export class \{\n {12}\^\n/m,
  )

  for (const text of ['Third', 'Again', 'Last']) {
    write('src/one.ts.tmp', controller('/one', text))
    renameSync(join(root, 'src/one.ts.tmp'), join(root, 'src/one.ts'))
    await waitForResponse(`${address}/one`, text)
  }

  for (const name of temporaryNames) {
    write(`src/${name}`, 'x')
    unlinkSync(join(root, `src/${name}`))
  }
  mkdirSync(join(root, 'src/2026'))
  write('src/2026/four.ts', controller('/four', 'Fourth'))
  await waitForResponse(`${address}/four`, 'Fourth')
  write('src/2026/four.ts', controller('/four', 'Changed'))
  await waitForResponse(`${address}/four`, 'Changed')
  rmSync(join(root, 'src/2026'), { recursive: true })
  await expect.poll(async () => (await fetch(`${address}/four`)).status).toBe(404)
  mkdirSync(join(root, 'src/2026/inner'), { recursive: true })
  write('src/2026/inner/five.ts', controller('/five', 'Fifth'))
  await waitForResponse(`${address}/five`, 'Fifth')
  write('src/2026/inner/five.ts', controller('/five', 'Saved'))
  await waitForResponse(`${address}/five`, 'Saved')
  const changed = [...fw.stdout.matchAll(/^src\/(.*) has changed/gm)].map(([, name = '']) => name)
  expect(changed.filter((name) => temporaryNames.includes(name))).toEqual([])
  const before = fw.stdout.split('Listening on').length
  write('.env', 'LOG_LEVEL=warn\n')
  await expect.poll(() => fw.stdout.split('Listening on').length).toBe(before + 1)
  expect(fw.stdout).toContain('.env has changed, restarting.\n')

  fw.child.kill('SIGINT')
  expect(await fw.exit).toBe(0)
  await expect(fetch(`${address}/one`)).rejects.toThrow('fetch failed')
})

test('fw dev warns of misspelt keys in .env', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'DATABSE_URL=sqlite:a.db\n',
    'src/one.ts': controller('/one', 'First'),
  })
  const fw = new FwProcess(root, ['dev', '--host=127.0.0.1', '--port=0'])
  await fw.address()
  expect(fw.stderr).toContain(
    '.env:1: DATABSE_URL is set, but never read. Did you mean "DATABASE_URL"?\n',
  )
})
