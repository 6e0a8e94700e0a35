import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { transform } from '@fw/transform/vite'
import { build } from 'vite'

const modules = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))

/** A platform whose program comes out of an npm package. */
export interface Platform {
  readonly name: string
  /** The entry beside this file. */
  readonly entry: string
  /** Undefined where npm has no package for this machine. */
  readonly program: string | undefined
  /** Starts the bundle of the entry in `folder`, and gives its port. */
  start(program: string, folder: string): Promise<Running>
}

export interface Running {
  readonly port: number
  stop(): Promise<unknown>
}

export const platforms: readonly Platform[] = [
  {
    name: 'Bun',
    entry: 'fixtures/bun.ts',
    // Its install script, where it may run, moves the program into the package itself.
    program: findProgram(['@oven/*/bin/bun{,.exe}', 'bun/bin/bun.exe']),
    start: (program, folder) => startReporting(program, ['run', join(folder, 'main.js')]),
  },
  {
    name: 'Deno',
    entry: 'fixtures/deno.ts',
    program: findProgram('@deno/*/deno{,.exe}'),
    start: (program, folder) =>
      startReporting(program, ['run', '--allow-all', join(folder, 'main.js')]),
  },
  {
    name: 'workerd',
    entry: 'fixtures/worker.ts',
    program: findProgram('@cloudflare/workerd-*/bin/workerd{,.exe}'),
    start: startWorkerd,
  },
]

function findProgram(pattern: string | string[]): string | undefined {
  const [found] = globSync(pattern, { cwd: modules })
  return found && join(modules, found)
}

/** One file of JavaScript, with the types of its classes in it, as it would be deployed. */
export async function bundle(entry: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [transform()],
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL(entry, import.meta.url)),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  })
}

async function startReporting(program: string, args: readonly string[]): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const port = /port (\d+)/.exec(printed)?.[1]
    if (port !== undefined) return { port: Number(port), stop: () => stop(child) }
  }
  throw new Error(`${program} ended after: ${printed}`)
}

async function startWorkerd(program: string, folder: string): Promise<Running> {
  const main = join(folder, 'main.js')
  // Bundlers resolve require against it, and a worker has none.
  writeFileSync(main, `import.meta.url ??= 'file:///main.js';\n${readFileSync(main, 'utf8')}`)
  const port = await freePort()
  const config = join(folder, 'worker.capnp')
  writeFileSync(config, workerdConfig(port))
  const child = spawn(program, ['serve', config], { stdio: 'inherit' })
  for (let attempt = 0; child.exitCode === null && attempt < 100; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/hello`).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    )
    if (isUp) return { port, stop: () => stop(child) }
    await sleep(100)
  }
  throw new Error('workerd did not start.')
}

function workerdConfig(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "main.js", esModule = embed "main.js")],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"]
);
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export function isInstalled({ program }: Platform): boolean {
  return program !== undefined && existsSync(program)
}
