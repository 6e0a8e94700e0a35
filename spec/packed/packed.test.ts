import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { programs } from '../../packages/core/test/http/adapters/contract/programs.ts'
import { startWorkerd } from '../../packages/core/test/http/adapters/contract/workerd.ts'
import { innerTimeouts } from '../../packages/core/test/support/inner-vitest.ts'
import { workerBundleInputs } from '../../packages/core/test/tools/build/worker-bundle-inputs.ts'
import { filesOf, repositoryRoot } from '../repository.ts'
import { callApplication, callLambda, shown } from './calls.ts'
import { Installation } from './installation.ts'

const run = promisify(execFile)
const installation = new Installation()
const { application, nodes } = installation
const fw = join(application, 'node_modules/@fw/core/bin/fw')
const production = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' }

// The application of "Getting started" finds the packages in the folder above.
const guestbook = join(application, 'guestbook')

beforeAll(async () => {
  await installation.install()
  if (installation.missing !== undefined) return
  cpSync(join(repositoryRoot, 'packages/core/test/examples/getting-started'), guestbook, {
    recursive: true,
  })
}, 300_000)
beforeEach(({ skip }) => skip(installation.missing !== undefined, installation.missing))
afterAll(() => installation.remove())

describe.each(nodes)('installed from the packed packages, on Node %s,', (version, node) => {
  test('the application passes its test', async () => {
    expect((await run(node, ['--version'])).stdout.trim()).toBe(`v${version}`)
    expect(await runTests(node, application)).toMatch(/Tests +1 passed \(1\)/)
  })

  test('the first application of the documentation has its routes and passes its tests', async () => {
    const { stdout } = await run(node, [fw, 'routes'], { cwd: guestbook })
    const page = filesOf('packages/core/docs/getting-started.md')[0]?.text
    expect(page).toContain(`\n$ npx fw routes\n${stdout}`)
    expect(await runTests(node, guestbook)).toMatch(/Tests +2 passed \(2\)/)
  })

  test('fw dev restarts each time an editor replaces a file', async () => {
    const dev = spawn(node, [fw, 'dev', '--port=0'], { cwd: guestbook })
    onTestFinished(() => void dev.kill())
    let printed = ''
    dev.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const starts = () => printed.split('Listening on').length - 1
    const file = join(guestbook, 'src/hello.ts')
    for (const count of [1, 2, 3]) {
      await expect.poll(starts).toBe(count)
      cpSync(file, `${file}.tmp`)
      renameSync(`${file}.tmp`, file)
    }
    await expect.poll(starts).toBe(4)
  })

  test('the application is built', async () => {
    const { stdout } = await run(node, [fw, 'build', '--bundle'], { cwd: application })
    expect(stdout).toBe('Built 3 modules in dist, and bundled them in dist/bundle.mjs.\n')
  })
})

test('the bundle has no middleware that the application does not use', () => {
  const loaded = readFileSync(join(application, 'dist/bundle/main.code.mjs'), 'utf8')
  expect(loaded).toContain('fw.description')
  expect(loaded).not.toContain('ratelimit-policy')
})

describe('the bundle of an application that says hello', () => {
  // In a separate folder, it has none of the extensions of the application.
  const hello = mkdtempSync(join(tmpdir(), 'fw-hello-'))
  afterAll(() => rmSync(hello, { recursive: true }))

  beforeAll(async () => {
    if (installation.missing !== undefined) return
    mkdirSync(join(hello, 'src'))
    mkdirSync(join(hello, 'node_modules/@fw'), { recursive: true })
    for (const name of ['@fw/core', '@fw/transform', 'rolldown']) {
      symlinkSync(join(application, 'node_modules', name), join(hello, 'node_modules', name))
    }
    writeFileSync(join(hello, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(hello, 'src/hello.ts'),
      `import { Get } from '@fw/core'
export class Hello { @Get('/') hello() { return { hello: 'world' } } }
`,
    )
    await run(process.execPath, [fw, 'build', '--bundle'], { cwd: hello })
  })

  test('is 250 kB at its start, and loads only the Node.js modules that it uses', async () => {
    const asking = `const { registerHooks } = process.getBuiltinModule('node:module')
const files = new Set()
registerHooks({ load: (url, context, load) => (files.add(url), load(url, context)) })
const { default: worker } = await import('./dist/bundle.mjs')
const answer = await worker.fetch(new Request('http://localhost/'))
console.log(JSON.stringify({ answer: await answer.json(), files: [...files] }))`
    const words = ['--input-type=module', '--eval', asking]
    const { stdout } = await run(process.execPath, words, { cwd: hello })
    const { answer, files } = JSON.parse(stdout) as { answer: unknown; files: string[] }
    expect(answer).toEqual({ hello: 'world' })
    expect(files.filter((url) => url.startsWith('node:'))).toEqual([])
    const code = join(hello, 'dist/bundle/main.code.mjs')
    const sizes = [...files.map((url) => fileURLToPath(url)), code].map(
      (file) => statSync(file).size,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000)
  })

  test('passes no code for builds, checks or development to a bundler for workers', async () => {
    const taken = await workerBundleInputs(join(hello, 'dist'))
    expect(taken).toContain('bundle/main.start.mjs')
    const tools = /^bundle\/(?:console|command|build|check-app|develop|write-client)/
    expect(taken.filter((part) => tools.test(part))).toEqual([])
  })
})

test('a bundle without its bundler prints what to install', async () => {
  const bundler = join(application, 'node_modules/rolldown')
  renameSync(bundler, `${bundler}.away`)
  const building = run(process.execPath, [fw, 'build', '--bundle'], { cwd: application })
  await expect(building.finally(() => renameSync(`${bundler}.away`, bundler))).rejects.toThrow(
    'BundlerNotInstalled: "fw build --bundle" needs rolldown, which is ' +
      'not installed. Run "npm install --save-dev rolldown".',
  )
})

describe.each(nodes)('built and without development dependencies, on Node %s,', (_, node) => {
  beforeAll(() => installation.prune())

  test('the application serves', async () => {
    expect(installation.packages()).not.toContain('@fw/transform')
    const server = spawn(node, [fw, 'serve', '--host=127.0.0.1', '--port=0'], {
      cwd: application,
      env: production,
    })
    const ended = once(server, 'exit')
    try {
      await callApplication(await printed(server.stdout, /(?<=Listening on )http:\S+/))
    } finally {
      server.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  })

  test('the application runs its command', async () => {
    const options = { cwd: application, env: production }
    const { stdout } = await run(node, [fw, 'orders:tidy', '30'], options)
    expect(stdout).toBe('Tidied 30 days.\n')
  })

  test('a worker runs the job that a command pushed', async () => {
    const stored = { QUEUE_CONNECTION: 'database', DB_NAME: join(installation.root, 'jobs.sqlite') }
    const options = { cwd: application, env: { ...production, ...stored } }
    await run(node, [fw, 'receipts:send', '7'], options)
    const worker = spawn(node, [fw, 'queue:work'], options)
    const ended = once(worker, 'exit')
    try {
      expect(await printed(worker.stdout, /Receipt of .*/)).toBe('Receipt of order 7.')
    } finally {
      worker.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  })
})

describe.each(nodes)('built, on Node %s,', (_, node) => {
  test('the application responds in Lambda', async () => {
    expect(await callLambda(node, application, './dist/lambda.js')).toEqual(shown)
  })
})

describe.each(nodes)('the bundle without anything else, on Node %s,', (_, node) => {
  const alone = join(installation.root, 'alone')

  beforeAll(() => {
    if (installation.missing !== undefined) return
    rmSync(alone, { recursive: true, force: true })
    copyBundle(alone)
  })

  test('serves', async () => {
    const server = spawn(node, ['bundle.mjs'], {
      cwd: alone,
      env: { ...production, HOST: '127.0.0.1', PORT: '0' },
    })
    const ended = once(server, 'exit')
    try {
      await callApplication(await printed(server.stdout, /(?<=Listening on )http:\S+/))
    } finally {
      server.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  })

  test('runs the command, and the job that another process pushed', async () => {
    const stored = {
      QUEUE_CONNECTION: 'database',
      DB_NAME: join(installation.root, 'alone.sqlite'),
    }
    const options = { cwd: alone, env: { ...production, ...stored } }
    const tidied = await run(node, ['bundle.mjs', 'orders:tidy', '30'], options)
    expect(tidied.stdout).toBe('Tidied 30 days.\n')
    await run(node, ['bundle.mjs', 'receipts:send', '7'], options)
    const worker = spawn(node, ['bundle.mjs', 'queue:work'], options)
    const ended = once(worker, 'exit')
    try {
      expect(await printed(worker.stdout, /Receipt of .*/)).toBe('Receipt of order 7.')
    } finally {
      worker.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  })

  test('responds in Lambda', async () => {
    expect(await callLambda(node, alone, './bundle.mjs')).toEqual(shown)
  })
})

test('the bundle without anything else is a Cloudflare worker', async ({ skip }) => {
  skip(!programs.workerd, 'no workerd. npm has no package of it for this machine.')
  const folder = join(installation.root, 'worker')
  copyBundle(folder)
  const worker = await startWorkerd(programs.workerd as string, join(folder, 'bundle.mjs'))
  try {
    await callApplication(`http://127.0.0.1:${worker.port}`)
  } finally {
    await worker.stop()
  }
})

describe('an installation of fw', () => {
  test('has at most 5 direct dependencies', () => {
    const manifest = join(application, 'node_modules/@fw/core/package.json')
    const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(5)
  })

  test('takes 3 MB, and its documentation 0.6 MB', () => {
    const documentation = installation.size('node_modules/@fw/core/docs')
    expect(documentation).toBeLessThan(600_000)
    expect(installation.size() - documentation).toBeLessThan(3_000_000)
  })
})

function copyBundle(folder: string): void {
  for (const part of ['bundle.mjs', 'bundle']) {
    cpSync(join(application, 'dist', part), join(folder, part), { recursive: true })
  }
}

/** The first thing that a program prints in this form. */
async function printed(output: NodeJS.ReadableStream, form: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const [found] = form.exec(text) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`No ${String(form)} in ${text}`)
}

async function runTests(node: string, cwd: string): Promise<string> {
  const vitest = join(application, 'node_modules/vitest/vitest.mjs')
  const env = { PATH: process.env['PATH'], CI: 'true', NO_COLOR: '1' }
  const { stdout } = await run(node, [vitest, 'run', ...innerTimeouts], { cwd, env })
  return stdout
}
