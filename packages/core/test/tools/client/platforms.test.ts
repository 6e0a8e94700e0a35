import { execFile, execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build as bundleByEsbuild } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { build as buildByVite } from 'vite'
import { platforms } from '../../http/adapters/contract/platforms.ts'
import { LoafController } from './fixtures/bakery.ts'
import { DeskController } from './fixtures/desk.ts'
import { FormsController } from './fixtures/forms.ts'
import { PostController } from './fixtures/post.ts'
import { SingleController } from './fixtures/single.ts'
import { TickerController } from './fixtures/ticker.ts'
import { served, type TestClient, writtenClient } from './written-client.ts'

const controllers = [LoafController, TickerController, PostController, DeskController]

const program = (baseUrl: string) => `
import { createClient } from './client/index.js'
const api = createClient({ baseUrl: '${baseUrl}', timeout: '20s' })
const body = { id: 1, name: 'rye', bakedAt: new Date(5) }
const { bakedAt } = await api.loaf.bake({ body })
const ticks = []
for await (const { count, at } of api.ticker.ticks({ count: 2 })) ticks.push(count, at.getTime())
const resumed = []
for await (const { data } of api.ticker.broken()) {
  resumed.push(data)
  await api.ticker.read({ count: data })
}
const photos = [new File(['bc'], 'blob')]
const sent = await api.post.parcel({ id: 7, body: { name: 'Ada' }, photos, label: null })
const control = new AbortController()
setTimeout(() => control.abort(), 30)
const { kind } = await api.desk.slow.safe({}, { signal: control.signal })
const late = await api.desk.slow.safe({}, { timeout: '30ms' })
const failed = await api.desk.stamp.safe({ body: { text: 'a', place: {} } })
console.log(JSON.stringify([
  bakedAt.getTime(), ticks, resumed, sent, kind, late.kind, Object.keys(failed.errors),
]))
`

const expectedOutput = [
  5,
  [1, Date.parse('2026-11-22T12:00:00.000Z'), 2, Date.parse('2026-11-22T12:00:00.000Z')],
  [1, 2, 3, 4, 5],
  '7 Ada blob 2 none false',
  'aborted',
  'timeout',
  ['text', 'place.street name'],
]

async function written(baseUrl: string): Promise<TestClient> {
  return writtenClient(controllers, { 'main.mjs': program(baseUrl) })
}

async function run(words: readonly string[], cwd: string): Promise<unknown> {
  const [file = '', ...rest] = words
  const { stdout } = await promisify(execFile)(file, rest, { cwd })
  return JSON.parse(stdout)
}

const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((file) => existsSync(file) && versionOf(file).startsWith('v20.'))

function versionOf(node: string): string {
  return String(execFileSync(node, ['--version']))
}

const others = platforms.filter(({ name }) => name === 'Bun' || name === 'Deno')
const programs = [
  { name: 'Node 20', words: oldNode === undefined ? undefined : [oldNode] },
  { name: 'this Node', words: [process.execPath] },
  ...others.map(({ name, program }) => ({
    name,
    words:
      program === undefined
        ? undefined
        : [program, 'run', ...(name === 'Deno' ? ['--allow-all'] : [])],
  })),
]

for (const { name, words } of programs) {
  test(`the client runs on ${name}`, async ({ skip }) => {
    skip(words === undefined, `no ${name} on this machine.`)
    const { root } = await written(await served(controllers))
    expect(await run([...(words ?? []), 'main.mjs'], root)).toEqual(expectedOutput)
  })
}

test('Vite bundles the client', async () => {
  const { root } = await written(await served(controllers))
  await buildByVite({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      lib: { entry: 'main.mjs', formats: ['es'], fileName: 'bundle' },
      outDir: 'out',
    },
  })
  expect(await run([process.execPath, 'out/bundle.js'], root)).toEqual(expectedOutput)
})

test('esbuild bundles the client', async () => {
  const { root } = await written(await served(controllers))
  await bundle(root, `import './main.mjs'`, join(root, 'bundle.mjs'))
  expect(await run([process.execPath, 'bundle.mjs'], root)).toEqual(expectedOutput)
})

/** The bytes of a minified bundle, compressed. */
async function bundle(root: string, contents: string, outfile?: string): Promise<number> {
  const { outputFiles } = await bundleByEsbuild({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const bytes = outputFiles[0]?.contents ?? new Uint8Array()
  if (outfile !== undefined) writeFileSync(outfile, bytes)
  return gzipSync(bytes, { level: 9 }).length
}

test('a client of one route is at most 2 kB', async () => {
  const { root } = await writtenClient([SingleController])
  const size = await bundle(
    root,
    `import { createClient } from './client/index.js'
     console.log(createClient({ baseUrl: 'http://test' }).single.show)`,
  )
  expect(size).toBeLessThanOrEqual(2000)
})

test('a further operation adds at most 60 bytes, streams 0.8 kB', async () => {
  const { root } = await written('http://test')
  const uses = (names: readonly string[], group: string) =>
    bundle(
      root,
      `import { ${names.join(', ')} } from './client/${group}.js'
       console.log(${names.join(', ')})`,
    )
  const names = ['flaky', 'headers', 'maybe', 'postFlaky', 'putFlaky', 'slow', 'stamp', 'version']
  const [one, all] = [await uses(['stamp'], 'desk'), await uses(names, 'desk')]
  expect((all - one) / (names.length - 1)).toBeLessThanOrEqual(60)
  const plain = await uses(['headers'], 'desk')
  const stream = await bundle(
    root,
    `import { headers } from './client/desk.js'
     import { words } from './client/ticker.js'
     console.log(headers, words)`,
  )
  expect(stream - plain).toBeLessThanOrEqual(800)
})

test('unused code is left out', async () => {
  const { root } = await writtenClient([...controllers, FormsController])
  const { outputFiles } = await bundleByEsbuild({
    stdin: {
      contents: `import { remove } from './client/loaf.js'\nconsole.log(remove)`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    write: false,
  })
  const text = outputFiles[0]?.text ?? ''
  expect(text.match(/operation\("[^"]*"/g)).toEqual(['operation("DELETE /loaves/{id}"'])
  for (const unused of ['FormData', 'TextDecoder', 'new Map', 'lastPage', 'atob']) {
    expect(text).not.toContain(unused)
  }
})

afterAll(async () => {
  // Its service would keep the process.
  await (await import('esbuild')).stop()
})
