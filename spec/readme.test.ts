import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { filesOf, repositoryRoot } from './repository.ts'

const readme = filesOf('README.md')[0]?.text ?? ''

test('the program of the README responds as the README shows', async () => {
  const [, file = '', program = ''] = /```ts\n\/\/ (\S+)\n([^]*?)```/.exec(readme) ?? []
  const address = await serve(await createApplication({ [file]: program }))
  const exchanges = readExchanges()
  expect(exchanges).toHaveLength(2)
  for (const { path, body, answer } of exchanges) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(address + path, body ? { method: 'POST', headers, body } : {})
    expect(await response.text()).toBe(answer)
  }
})

test('every figure of the README is in the evidence that its row links', () => {
  const rows = [...readme.matchAll(/^\|(.+)\|.*\((benchmarks\/evidence\/[^)]+)\) *\|$/gm)]
  expect(rows.length).toBeGreaterThan(0)
  const invented = rows.flatMap(([, cells = '', evidence = '']) => {
    const text = filesOf(evidence)[0]?.text ?? ''
    const figures = cells.match(/(?<= )\d[\d.]+(?= *(?:,|µs|ms|ns|\||$))/g) ?? []
    return figures.filter((figure) => !text.includes(figure)).map((figure) => [evidence, figure])
  })
  expect(invented).toEqual([])
})

test('the README counts the direct dependencies', () => {
  const manifest = filesOf('packages/core/package.json')[0]?.text ?? ''
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: object }
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  const count = words[Object.keys(dependencies).length]
  expect(/(\w+) direct dependenc(?:y|ies)/.exec(readme)?.[1]).toBe(count)
})

function readExchanges() {
  const shown = readme.matchAll(
    /^\$ curl '?localhost:8080([^\s']+)'?(?: \\\n +--json '([^']*)')?\n(.*)$/gm,
  )
  return [...shown].map(([, path = '', body, answer]) => ({ path, body, answer }))
}

async function createApplication(sources: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'readme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await mkdir(join(folder, 'src'))
  const files = { ...sources, 'package.json': '{ "type": "module" }' }
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  return folder
}

async function serve(folder: string): Promise<string> {
  const command = join(repositoryRoot, 'packages/core/bin/fw')
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0' }
  const server = spawn(process.execPath, [command, 'serve'], { cwd: folder, env })
  onTestFinished(() => void server.kill())
  let output = ''
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\/\/\S+:\d+/.exec((output += line))
    if (address) return address[0]
  }
  throw new Error(`fw serve ended without an address: ${output}`)
}
