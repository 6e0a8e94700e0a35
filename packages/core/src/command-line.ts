import { once } from 'node:events'
import * as modules from 'node:module'
import type { Writable } from 'node:stream'
import { toRequestHandler, type FetchHandler } from './http/adapters/node/request-handler.ts'
import { serveHandler } from './http/adapters/serve-handler.ts'
import { bootApplication, type Application } from './app.ts'
import { Config } from './base/config/config.ts'
import type { ConsoleCommand } from './tools/console/command.ts'
import { withInspectPort } from './tools/console/commands/dev.ts'
import { mcpServeCommand } from './tools/console/commands/mcp-serve.ts'
import { serveCommand, type Listen } from './tools/console/commands/serve.ts'
import { describeError } from './tools/console/describe-error.ts'
import { CommandRegistry } from './tools/console/registry.ts'
import { NothingBuilt, NothingMigrates, WorksOnSource } from './tools/console/nothing-to-run.ts'
import {
  asksToMigrate,
  findServedModule,
  findWorkersOptions,
  importHandler,
} from './tools/console/commands/served-module.ts'
import { quietly } from './tools/console/quietly.ts'
import { awaitStart, isStandby } from './tools/console/standby-process.ts'
import { registerLogger } from './tools/console/terminal-logger.ts'
import { asksForList, CommandRunner } from './tools/console/runner.ts'
import { shutdownSignal } from './tools/console/shutdown-signal.ts'
import { Container } from './base/container/container.ts'
import { disposerOf } from './base/container/dispose.ts'
import { builtFolder, readBuiltApplication } from './base/discovery/built-application.ts'
import { discoverClasses } from './base/discovery/discover-classes.ts'
import {
  adminEndpointsOf,
  loadExtensions,
  type ApplicationPlace,
  type Extension,
} from './extension.ts'
import { Logger } from './base/logging/logger.ts'
import type { HttpKernel } from './http/http-kernel.ts'
import { InvalidWorkers } from './features/workers/errors.ts'
import { flush } from './features/health/flush.ts'
import { openAdminPortOf } from './features/health/admin-port.ts'
import { announceFailure, endWithPrimary } from './features/workers/primary-channel.ts'
import { workerRole } from './base/platform/processes.ts'
import { registerTransform } from './base/discovery/load-transform.ts'

/** Runs `fw <arguments>` for the application in a folder. Resolves to the exit code. */
export async function runCommandLine(args: readonly string[], folder: string): Promise<number> {
  if (workerRole) endWithPrimary()
  try {
    const argv = rewriteHelp(
      args[0] === '--production' ? inProduction(args.slice(1), folder) : args,
    )
    return isServeCommand(argv)
      ? ((await serveByWorkers(argv, folder)) ?? (await runInApplication(argv, folder)))
      : await runToolOrCommand(argv, folder)
  } catch (error) {
    if (isStandby()) await reportStartupErrors(error, folder)
    else await printFailure(describeError(error))
    return error instanceof InvalidWorkers || error instanceof WorksOnSource ? 2 : 1
  }
}

/** Rewrites `fw help <command>` to `fw <command> --help`, and `fw help` to `fw`. */
function rewriteHelp(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv
  if (first !== 'help') return argv
  return rest.length > 0 ? [...rest.slice(0, 1), '--help'] : []
}

/**
 * Sets NODE_ENV to production, and returns the arguments. Throws if the command works on the
 * source, or if the application is not built (except for `build`).
 */
function inProduction(argv: readonly string[], folder: string): readonly string[] {
  const [command] = argv
  if (command === 'dev' || command === 'mcp:dev') throw new WorksOnSource(command)
  process.env['NODE_ENV'] = 'production'
  if (command !== 'build' && !readBuiltApplication(folder)) throw new NothingBuilt(folder)
  return argv
}

/** True for `serve` and `mcp:serve`, which start without loading the other commands first. */
function isServeCommand([command]: readonly string[]): boolean {
  return command === 'serve' || command === 'mcp:serve'
}

async function runToolOrCommand(args: readonly string[], folder: string): Promise<number> {
  if (args[0] === '--version' || args[0] === '-v') return printVersion()
  const argv = args[0] === 'dev' ? withInspectPort(args) : args
  const tools = await loadTools(folder)
  if (isTool(tools, argv)) return runTool(tools, argv, folder)
  await prepareImports(folder)
  await addTools(tools, folder)
  if (isTool(tools, argv)) return runTool(tools, argv, folder)
  const running = runInApplication(argv, folder, tools)
  return asksForList(argv)
    ? running.catch((error: unknown) => listTools(tools, error, folder))
    : running
}

async function printVersion(): Promise<number> {
  const { describeVersion } = await import('./tools/console/describe-version.ts')
  process.stdout.write(describeVersion())
  return 0
}

/** Lists the framework's commands and prints why the application does not start. */
async function listTools(tools: CommandRegistry, error: unknown, folder: string): Promise<number> {
  const { listCommands } = await import('./tools/console/usage.ts')
  tools.add(mcpServeCommand(folder, [], process.stdout))
  tools.add(serveCommand(Config.load(folder), () => Promise.reject(error)))
  process.stdout.write(listCommands(tools.commands, process.stdout.columns))
  process.stderr.write(
    `\nThe application does not start, so its own commands are not listed.\n${describeError(error)}`,
  )
  return 1
}

async function loadTools(folder: string): Promise<CommandRegistry> {
  const { createTools } = await import('./command-line-tools.ts')
  return createTools(folder, () => prepareImports(folder))
}

/** Starts the processes that the options of `fw serve` request. Resolves to undefined if one process is enough. */
async function serveByWorkers(
  [command, ...argv]: readonly string[],
  folder: string,
): Promise<number | undefined> {
  const options = command === 'serve' && !workerRole ? findWorkersOptions(argv) : undefined
  if (!options) return undefined
  const { planWorkers } = await import('./features/workers/workers-plan.ts')
  const plan = planWorkers(options)
  if (!plan) return undefined
  const { Primary } = await import('./features/workers/primary.ts')
  const config = Config.load(folder)
  const container = new Container().instance(Config, config)
  const logger = () => container.get(Logger)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const extensions = await loadExtensions(folder)
  const primary = new Primary({ plan, logger, print, extensions: adminEndpointsOf(extensions) })
  const signal = shutdownSignal({
    stopping: () => primary.stopping(),
    reload: () => primary.reload(),
    delay: config.duration('FW_SHUTDOWN_DELAY', 0),
    // One second longer than the limit of the workers, so that those that exceed their limit exit first.
    limitSeconds: config.float('FW_SHUTDOWN_SECONDS', 10) + 1,
    logger,
  })
  if (asksToMigrate(argv)) {
    const code = await migrateInChildProcess(extensions, folder, signal)
    if (code !== 0) return code
  }
  const admin = await openAdminPortOf(config, print, primary)
  try {
    return await primary.run(signal)
  } finally {
    await admin?.close()
  }
}

/** Runs migrations in a separate process, because they run code of the application. */
async function migrateInChildProcess(
  extensions: readonly Extension[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  if (!extensions.some((extension) => extension.migrate)) throw new NothingMigrates()
  const argv = [...process.execArgv, process.argv[1] ?? '', 'migrate']
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: 'inherit' })
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** Prints a failure. A worker sends it to the primary process, which prints it once. */
async function printFailure(text: string): Promise<void> {
  if (workerRole) await announceFailure(text)
  else process.stderr.write(text)
}

/** Prints all startup errors of the application, and sends them to `fw dev`. */
async function reportStartupErrors(error: unknown, folder: string): Promise<void> {
  const { report } = await import('./tools/development/report.ts')
  const { toErrorReport } = await import('./tools/development/explain/error-report.ts')
  const { checkApplication } = await import('./check-application.ts')
  const findings = (await checkApplication(folder)).filter(({ severity }) => severity === 'error')
  const errorReport = toErrorReport(error, findings, folder)
  const { describeStartupErrors } = await import('./tools/check/describe-startup-errors.ts')
  process.stderr.write(describeStartupErrors(errorReport, error, findings))
  await report({ fw: 'failed', errorReport })
}

/** Returns the function that listens on an address, or that serves the connections passed by `fw dev`. */
async function listenFor(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts?: Pick<Application, 'container' | 'classes' | 'kernel'>,
): Promise<Listen> {
  if (!isStandby()) {
    return (options) => {
      if (parts) logProtectedDocs(parts)
      return serveHandler(toRequestHandler(app), options)
    }
  }
  const { serveSocketHandover } = await import('./tools/development/serve-socket-handover.ts')
  const { rewriteClients } = await import('./tools/development/rewrite-clients.ts')
  return () => {
    if (parts) void rewriteClients(folder, parts.kernel.describe, parts.classes)
    return serveSocketHandover(app, folder, parts)
  }
}

function isTool(tools: CommandRegistry, [name]: readonly string[]): boolean {
  return name !== undefined && tools.find(name) !== undefined
}

async function addTools(tools: CommandRegistry, folder: string): Promise<void> {
  for (const extension of await loadExtensions(folder)) {
    for (const tool of (await extension.tools?.(placeOf(folder))) ?? []) tools.add(tool)
  }
}

async function migrate(folder: string): Promise<number> {
  const config = Config.load(folder)
  const migrating = (await loadExtensions(folder)).filter((extension) => extension.migrate)
  if (migrating.length === 0) throw new NothingMigrates()
  for (const extension of migrating) {
    const code = (await extension.migrate?.(placeOf(folder), config)) ?? 0
    if (code !== 0) return code
  }
  return 0
}

function placeOf(folder: string): ApplicationPlace {
  return {
    folder,
    built: builtFolder(folder),
    classes: () => quietly(() => discoverClasses(folder)),
  }
}

/** Runs a command that does not boot the application. */
function runTool(tools: CommandRegistry, argv: readonly string[], folder: string): Promise<number> {
  const container = new Container().instance(Config, Config.load(folder))
  return new CommandRunner(tools, container).run(argv)
}

async function runInApplication(
  argv: readonly string[],
  folder: string,
  tools?: CommandRegistry,
): Promise<number> {
  // Must run before the application is loaded, because output of its modules must not mix with the MCP messages.
  const output = argv[0] === 'mcp:serve' ? await reserveOutput() : process.stdout
  await prepareImports(folder)
  await awaitStart(async (isStarted) => {
    await import('./tools/development/serve-socket-handover.ts')
    const { prepareModules } = await import('./base/discovery/prepare-modules.ts')
    await prepareModules(folder, isStarted)
  })
  if (argv[0] === 'serve' && asksToMigrate(argv.slice(1))) {
    const code = await migrate(folder)
    if (code !== 0) return code
  }
  const module = argv[0] === 'serve' ? findServedModule(argv.slice(1)) : undefined
  if (module !== undefined) return serveModule(module, argv, folder)
  const preloadedCommands = isServeCommand(argv)
    ? undefined
    : await commandsOf(await loadExtensions(folder))
  const command = preloadedCommands?.find(({ name }) => name === argv[0])
  const boot = () =>
    bootApplication(folder, {}, (container, config) =>
      registerLogger(container, config, () => loadSource(folder)),
    )
  const { app, extensions } = await (command && !command.isService ? quietly(boot) : boot())
  const { kernel, config, commands, container, classes } = app
  const extensionCommands = preloadedCommands ?? (await commandsOf(extensions))
  // A server loads the framework's commands only if there are other commands, to reject duplicate
  // names.
  const frameworkTools =
    commands.commands.length + extensionCommands.length > 0 ? await loadTools(folder) : undefined
  for (const tool of (tools ?? frameworkTools)?.commands ?? []) commands.add(tool)
  for (const command of extensionCommands) commands.add(command)
  commands.add(mcpServeCommand(folder, classes, output))
  commands.add(
    serveCommand(config, await listenFor(kernel, folder, { container, classes, kernel }), {
      'API docs': '/docs',
      Inspector: '/_fw',
    }),
  )
  try {
    return await new CommandRunner(commands, container, { stdout: output, stderr }).run(argv)
  } finally {
    await shutDown(container, extensions)
  }
}

/** Logs how to make `/docs` public if it requires authentication, unless `FW_OPENAPI` is set. */
function logProtectedDocs({ kernel, container }: Pick<Application, 'container' | 'kernel'>): void {
  const isConfigured = container.get(Config).string('FW_OPENAPI', '') !== ''
  if (!isConfigured && kernel.isProtected('/docs')) container.get(Logger).info(protectedDocsMessage)
}

/** Loads the function that reads the source code around a stack frame. Only `fw dev` prints it. */
async function loadSource(
  folder: string,
): Promise<((frame: string) => string | undefined) | undefined> {
  if (!isStandby()) return undefined
  const { locationOfFrame } = await import('./tools/development/explain/source-location.ts')
  return (frame) => locationOfFrame(frame, folder)?.excerpt
}

async function commandsOf(extensions: readonly Extension[]): Promise<ConsoleCommand[]> {
  const commands: ConsoleCommand[] = []
  for (const extension of extensions) commands.push(...((await extension.commands?.()) ?? []))
  return commands
}

async function reserveOutput(): Promise<Writable> {
  const { reserveStdout } = await import('./features/mcp/transports/stdio.ts')
  return reserveStdout()
}

/** Disposes of the services, then flushes the buffered data of packages. */
async function shutDown(container: Container, extensions: readonly Extension[]): Promise<void> {
  try {
    await container[Symbol.asyncDispose]()
  } finally {
    await flush(extensions, 'end', () => container.get(Logger))
  }
}

/** Serves the default export of a module instead of the application. The module may boot the application itself. */
async function serveModule(path: string, argv: readonly string[], folder: string): Promise<number> {
  const config = Config.load(folder)
  const handler = await importHandler(path, folder)
  const commands = new CommandRegistry()
  commands.add(serveCommand(config, await listenFor(handler, folder)))
  const container = new Container().instance(Config, config)
  const { stdout } = process
  const code = await new CommandRunner(commands, container, { stdout, stderr }).run(argv)
  await disposerOf(handler, undefined)?.()
  return code
}

/**
 * Writes to standard error. A worker sends the text to the primary process instead. Accesses
 * `process.stderr` only when needed, because the first access opens it.
 */
const stderr = {
  get columns(): number | undefined {
    return workerRole ? undefined : process.stderr.columns
  },
  write: (text: string) => (workerRole ? announceFailure(text) : process.stderr.write(text)),
}

/** Enables source maps for the stack traces of a built application, or else the TypeScript loader for the source. */
async function prepareImports(folder: string): Promise<void> {
  // Bun and Deno can run a bundle, but have no such function.
  if (readBuiltApplication(folder)) modules.setSourceMapsSupport?.(true)
  else await registerTransform(folder)
}

/** The log message at the start of a server whose `/docs` requires authentication, if `FW_OPENAPI` is not set. */
const protectedDocsMessage =
  '/docs and /openapi.json require authentication. Set FW_OPENAPI=public to open them, false to remove them, or true to hide this message.'
