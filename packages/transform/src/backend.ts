import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin, ViteDevServer } from 'vite'

/** The location of the application, and the paths that it serves. */
export interface BackendOptions {
  /** The folder of the application, absolute or relative to Vite's root. */
  readonly root: string
  /**
   * The paths that the application serves, such as `/api`. Default: the first segments of its routes, such as `/orders`
   * for `/orders/{id}`, and built-in paths such as `/docs`.
   */
  readonly paths?: readonly string[]
}

/** A message from `fw dev`. */
type Notification =
  | { readonly fw: 'serving'; readonly paths: readonly string[] }
  | { readonly fw: 'failed' | 'failed-request'; readonly errorReport: ErrorReport }

interface ErrorReport {
  readonly error: string
  readonly problems: readonly Problem[]
}

interface Problem {
  readonly code: string
  readonly text: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly excerpt?: string
}

/**
 * Returns a Vite plugin for the front end of an fw application. `vite` runs `fw dev`, proxies the application's paths
 * to it, and shows startup errors and failed requests in Vite's overlay. `vite build` fails if the typed client is out
 * of date.
 */
export function backend({ root, paths }: BackendOptions): Plugin {
  let folder = root
  let port = 0
  let servedPaths: readonly string[] = paths ?? []
  let development: Development | undefined
  const show = (notification: Notification, { ws }: ViteDevServer) => {
    if (notification.fw !== 'serving')
      return ws.send({ type: 'error', err: toOverlay(notification.errorReport, folder) })
    servedPaths = paths ?? [...firstSegments(notification.paths), ...frameworkPaths]
    // The reload also removes the overlay.
    ws.send({ type: 'full-reload' })
  }
  return {
    name: '@fw/transform/backend',
    async config(config, { command, isPreview }) {
      folder = resolve(config.root ?? '.', root)
      if (command !== 'serve' || isPreview) return undefined
      port = await freePort()
      const bypass = ({ url = '/' }) => (isBelow(url, servedPaths) ? undefined : url)
      return {
        server: { proxy: { '^/': { target: `http://127.0.0.1:${port}`, xfwd: true, bypass } } },
      }
    },
    async buildStart() {
      if (this.environment.mode === 'build') await refuseStaleClient(folder)
    },
    async configureServer(server) {
      await writeClient(folder)
      development = startDevelopment(folder, port, (notification) => show(notification, server))
      exitWithScript()
      await development.first
    },
    // Vite also calls this for each environment when its server closes, and waits.
    async closeBundle() {
      await development?.end()
    },
  }
}

/** The paths that `fw dev` serves in addition to routes. */
const frameworkPaths = ['/docs', '/openapi.json', '/mcp', '/_fw']

/** A running `fw dev`. */
interface Development {
  /** Resolves after the first message of `fw dev`. Rejects if it exits before that. */
  readonly first: Promise<unknown>
  /** Ends `fw dev`. Resolves when it has exited. */
  end(): Promise<void>
}

function startDevelopment(
  folder: string,
  port: number,
  onNotification: (notification: Notification) => void,
): Development {
  const child = spawn(
    process.execPath,
    [programOf(folder), 'dev', '--host=127.0.0.1', `--port=${port}`],
    // The child exits when the IPC channel closes, so it also exits if this process is killed.
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  child.on('message', (notification) => onNotification(notification as Notification))
  const exited = once(child, 'exit')
  const ended = exited.then(() => {
    throw new Error('fw dev has ended, so Vite does not start. See the error above.')
  })
  return {
    first: Promise.race([once(child, 'message'), ended]),
    async end() {
      if (!child.killed) child.kill('SIGTERM')
      await exited
    },
  }
}

const parent = process.ppid

/**
 * Ends Vite when the shell that runs an npm script exits. The shell does not forward signals, so Vite and the
 * application would keep running after `npm run dev` ends.
 */
function exitWithScript(): void {
  const { npm_lifecycle_event: name, npm_lifecycle_script: command = 'vite' } = process.env
  if (name === undefined || !/\bvite\b/u.test(command)) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.emit('SIGTERM', 'SIGTERM')
  }, 500).unref()
}

/**
 * Writes the generated client if the application has one, because the front end cannot import a missing file. Ignores
 * errors, because `fw dev` then shows them in the overlay.
 */
async function writeClient(folder: string): Promise<void> {
  if (hasClient(folder)) await runFw(folder, ['client']).catch(() => {})
}

async function refuseStaleClient(folder: string): Promise<void> {
  if (!hasClient(folder)) return
  await runFw(folder, ['client', '--check']).catch((error: { readonly stderr?: string }) => {
    throw new Error(
      `"fw client --check" has failed in ${folder}. ${error.stderr?.trim() ?? String(error)}`,
    )
  })
}

function hasClient(folder: string): boolean {
  const { fw } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly fw?: { readonly client?: unknown }
  }
  return fw?.client !== undefined
}

function runFw(folder: string, argv: readonly string[]) {
  return promisify(execFile)(process.execPath, [programOf(folder), ...argv], { cwd: folder })
}

/** Returns the path of the `fw` program in the version that the application has installed. */
function programOf(folder: string): string {
  const entryPoint = createRequire(join(folder, 'package.json')).resolve('@fw/core/console')
  const folders = [dirname(entryPoint), dirname(dirname(entryPoint))]
  const found = folders.map((path) => join(path, 'bin/fw')).find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`There is no bin/fw next to ${entryPoint}. Reinstall @fw/core.`)
  return found
}

/**
 * Returns the first segments of paths. Paths that begin with a placeholder are skipped, because they match every path.
 */
function firstSegments(paths: readonly string[]): string[] {
  const segments = paths.map((path) => path.split('/', 2).join('/'))
  return [...new Set(segments)].filter((segment) => segment !== '/' && !segment.includes('{'))
}

function isBelow(url: string, paths: readonly string[]): boolean {
  const [path = '/'] = url.split('?', 1)
  return paths.some(
    (served) => path === served || path.startsWith(served.endsWith('/') ? served : `${served}/`),
  )
}

/**
 * Formats an error report for the overlay, which can show one source location. Further problems are appended to the
 * stack.
 */
function toOverlay({ error, problems: [first, ...moreProblems] }: ErrorReport, folder: string) {
  const { file, line = 0, column = 0, excerpt } = first ?? {}
  return {
    plugin: 'fw dev',
    message: first ? `${error}\n${first.code}: ${first.text}` : error,
    stack: moreProblems.map((problem) => toText(problem, folder)).join('\n\n'),
    ...(excerpt !== undefined && { frame: excerpt }),
    ...(file !== undefined && {
      id: join(folder, file),
      loc: { file: join(folder, file), line, column },
    }),
  }
}

function toText({ code, text, file, line, column }: Problem, folder: string): string {
  const location = file === undefined ? '' : `\n    at ${join(folder, file)}:${line}:${column}`
  return `${code}: ${text}${location}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
