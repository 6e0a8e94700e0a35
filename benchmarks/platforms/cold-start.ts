import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installPacked } from '../boot/install-packed.ts'
import { writeEvidence } from '../evidence.ts'
import { median, rotated } from '../statistics.ts'
import { timeStart } from '../time-start.ts'
import { runtimeLoop, startFunction, type Start } from './lambda-runtime.ts'

const { values: options } = parseArgs({
  strict: false,
  options: {
    starts: { type: 'string', default: '21' },
    evidence: { type: 'boolean', default: false },
  },
})
const starts = Number(options.starts)
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'platforms-'))
const hello = { hello: 'world' }

const files = {
  'fw/package.json': '{ "name": "hello", "type": "module" }',
  'fw/src/hello.ts': `import { Get } from '@fw/core'

export class Hello {
  @Get('/')
  hello() {
    return ${JSON.stringify(hello)}
  }
}
`,
  'hand/bundle.mjs': `const json = { 'content-type': 'application/json' }

export async function handler({ rawPath, requestContext }) {
  const isHello = rawPath === '/' && requestContext.http.method === 'GET'
  const body = JSON.stringify(isHello ? ${JSON.stringify(hello)} : { error: 'Not Found' })
  return { statusCode: isHello ? 200 : 404, headers: json, body, isBase64Encoded: false }
}

export default {
  fetch({ url, method }) {
    const isHello = new URL(url).pathname === '/' && method === 'GET'
    const body = JSON.stringify(isHello ? ${JSON.stringify(hello)} : { error: 'Not Found' })
    return new Response(body, { status: isHello ? 200 : 404, headers: json })
  },
}
`,
  'hono/app.mjs': `import { Hono } from 'hono'
import { handle } from 'hono/aws-lambda'

const app = new Hono().get('/', (context) => context.json(${JSON.stringify(hello)}))

export const handler = handle(app)
export default app
`,
  'loop.mjs': runtimeLoop,
}

const explanation = [
  `An application with one route, bundled from the packed packages, beside one by hand and one of Hono, which rolldown`,
  `has minified: ${starts} starts of a process each, in turns that begin with another one each time; medians of the times and`,
  'of the ratios within a round.',
  'Lambda: its runtime interface over HTTP, and a loop of Node that imports the handler, asks for an event and sends the',
  "answer. The loop's own start is part of the first two ratios and of the memory. Hono takes a `Request`, whose classes",
  'Node loads when they are first asked for. workerd: from its start to the first answer over HTTP, with the modules',
  'that imports of the bundle name. Uncompiled is the bundle without what Node has compiled of it while it was built, as',
  'another release of Node starts it.',
]

try {
  write(folder, files)
  installPacked(folder)
  for (const name of ['rolldown', 'hono']) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  symlinkSync(join(folder, 'node_modules'), join(folder, 'fw/node_modules'))
  const fw = join(folder, 'node_modules/@fw/core/bin/fw')
  execFileSync(process.execPath, [fw, 'build', '--bundle'], { cwd: join(folder, 'fw') })
  const words = ['app.mjs', '--file', 'bundle.mjs', '--platform', 'node', '--minify']
  execFileSync(process.execPath, [join(modules, 'rolldown/bin/cli.mjs'), ...words], {
    cwd: join(folder, 'hono'),
    stdio: 'ignore',
  })
  for (const [name, isCompiled] of [
    ['bundled', true],
    ['uncompiled', false],
  ] as const) {
    mkdirSync(join(folder, name))
    for (const part of ['bundle.mjs', 'bundle']) {
      cpSync(join(folder, 'fw/dist', part), join(folder, name, part), {
        recursive: true,
        filter: (path) => isCompiled || !path.endsWith('.cache'),
      })
    }
  }
  const table = [...(await lambdaTable()), '', ...(await workerTable())]
  console.log(table.join('\n'))
  if (options.evidence === true)
    writeEvidence('cold-start-of-bundles', [...explanation, '', ...table])
} finally {
  rmSync(folder, { recursive: true })
}

async function lambdaTable(): Promise<string[]> {
  const loop = join(folder, 'loop.mjs')
  const found = await interleaved(
    (name) => startFunction(loop, join(folder, name), 'bundle.handler', hello),
    ['fw, uncompiled', 'uncompiled'],
  )
  const head = [
    '| Lambda | start to answer | processor time | import to answer | resident memory |',
    '|---|---|---|---|---|',
  ]
  const columns: readonly (readonly [keyof Start, (value: number) => string])[] = [
    ['whole', milliseconds],
    ['processor', milliseconds],
    ['sinceImport', milliseconds],
    ['bytes', (bytes) => `${(bytes / 1e6).toFixed(1)} MB`],
  ]
  const rows = found.map(([label, own]) => {
    const cells = columns.map(([column, show]) =>
      cell(
        own.map((start) => start[column]),
        floorOf(found).map((start) => start[column]),
        show,
      ),
    )
    return `| ${label} | ${cells.join(' | ')} |`
  })
  return [...head, ...rows]
}

async function workerTable(): Promise<string[]> {
  const [program] = globSync('@cloudflare/workerd-*/bin/workerd', { cwd: modules })
  if (program === undefined) return ['npm has no workerd for this machine.']
  const found = await interleaved((name) => startWorker(join(modules, program), join(folder, name)))
  return [
    '| workerd | start to answer |',
    '|---|---|',
    ...found.map(([label, own]) => `| ${label} | ${cell(own, floorOf(found), milliseconds)} |`),
  ]
}

type Contestant = readonly [label: string, folder: string]

/** The starts of each contestant; that by hand runs a second time as control. */
async function interleaved<T>(
  start: (name: string) => Promise<T>,
  ...more: readonly Contestant[]
): Promise<readonly (readonly [label: string, starts: T[]])[]> {
  const contestants: readonly Contestant[] = [
    ['by hand', 'hand'],
    ['by hand again', 'hand'],
    ['fw', 'bundled'],
    ...more,
    ['hono', 'hono'],
  ]
  const found = contestants.map(([label, name]) => ({ label, name, measured: [] as T[] }))
  for (let round = -1; round < starts; round++) {
    // A run after a slow one is slower or faster because of it.
    for (const { name, measured } of rotated(found, round + 1)) {
      const one = await start(name)
      if (round >= 0) measured.push(one)
    }
  }
  return found.map(({ label, measured }) => [label, measured])
}

function floorOf<T>([floor]: readonly (readonly [string, T[]])[]): T[] {
  return floor?.[1] ?? []
}

function cell(own: number[], floor: number[], show: (value: number) => string): string {
  const ratios = own.map((value, round) => value / (floor[round] ?? Number.NaN))
  return `${show(median(own))}, ${median(ratios).toFixed(2)}`
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`
}

/** Milliseconds from the start of workerd to the end of its first response. */
function startWorker(program: string, worker: string): Promise<number> {
  const named = [...partsOf(worker, 'bundle.mjs')].map(
    (part) => `(name = "${part}", esModule = embed "${part}")`,
  )
  write(worker, {
    'worker.capnp': `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [${named.toSorted().join(', ')}],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"]
);
`,
  })
  return timeStart({
    cwd: worker,
    words: (port) => [program, 'serve', 'worker.capnp', '--socket-addr', `http=127.0.0.1:${port}`],
    path: '/',
    isAnswer: (_status, body) => body === JSON.stringify(hello),
  })
}

/** A module and all that imports name from there on: what a bundler for workers would put into its file. */
function partsOf(worker: string, part: string, found = new Set<string>()): Set<string> {
  if (found.has(part)) return found
  found.add(part)
  const code = readFileSync(join(worker, part), 'utf8')
  for (const [, name = ''] of code.matchAll(
    /(?:\bfrom|\bimport\(?)\s*["'`](\.[^"'`]+\.mjs)["'`]/g,
  )) {
    partsOf(worker, join(dirname(part), name), found)
  }
  return found
}

function write(place: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
  }
}
