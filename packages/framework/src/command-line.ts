import { once } from 'node:events'
import * as modules from 'node:module'
import type { Writable } from 'node:stream'
import { answersOf, type FetchHandler } from './adapters/node/fetch-handler.ts'
import { serveAnswers } from './adapters/serve-answers.ts'
import { bootApplication, type Application } from './app.ts'
import { Config } from './config/config.ts'
import type { ConsoleCommand } from './console/command.ts'
import { withInspectPort } from './console/commands/dev.ts'
import { mcpServeCommand } from './console/commands/mcp-serve.ts'
import { serveCommand, type Listen } from './console/commands/serve.ts'
import { describeError } from './console/describe-error.ts'
import { CommandRegistry } from './console/registry.ts'
import { NothingBuilt, NothingMigrates, WorksOnSource } from './console/nothing-to-run.ts'
import {
  asksToMigrate,
  findServedModule,
  findWorkersOptions,
  importHandler,
} from './console/served-module.ts'
import { quietly } from './console/quietly.ts'
import { awaitStart, isReserved } from './console/reserved-process.ts'
import { CommandRunner } from './console/runner.ts'
import { shutdownSignal } from './console/shutdown-signal.ts'
import { Container } from './container/container.ts'
import { disposerOf } from './container/dispose.ts'
import { builtFolder, readBuiltApplication } from './discovery/built-application.ts'
import { discoverClasses } from './discovery/discover-classes.ts'
import {
  adminEndpointsOf,
  loadExtensions,
  type ApplicationPlace,
  type Extension,
} from './extension.ts'
import { Logger } from './logging/logger.ts'
import type { HttpKernel } from './http/http-kernel.ts'
import { InvalidWorkers } from './operations/errors.ts'
import { flush } from './operations/flush.ts'
import { openAdminPortOf } from './operations/admin-port.ts'
import { announceFailure } from './operations/workers/attend.ts'
import { planWorkers } from './operations/workers/workers-plan.ts'
import { handsOver, workerRole } from './platform/processes.ts'
import { registerTransform } from './discovery/load-transform.ts'
import { prepareModules } from './discovery/prepare-modules.ts'

/** Runs `fw <words>` for the application in a folder. Resolves to the exit code. */
export async function runCommandLine(given: readonly string[], folder: string): Promise<number> {
  try {
    const words = given[0] === '--production' ? inProduction(given.slice(1), folder) : given
    return isServing(words)
      ? ((await serveByWorkers(words, folder)) ?? (await runInApplication(words, folder)))
      : await runToolOrCommand(words, folder)
  } catch (error) {
    if (isReserved()) await reportTrouble(error, folder)
    else await tellFailure(describeError(error))
    return error instanceof InvalidWorkers || error instanceof WorksOnSource ? 2 : 1
  }
}

/** Sets NODE_ENV to production, and refuses to run from source. Returns the words. */
function inProduction(words: readonly string[], folder: string): readonly string[] {
  const [command] = words
  if (command === 'dev' || command === 'mcp:dev') throw new WorksOnSource(command)
  process.env['NODE_ENV'] = 'production'
  if (command !== 'build' && !readBuiltApplication(folder)) throw new NothingBuilt(folder)
  return words
}

/** True for a command that needs neither the commands of extensions nor the other tools of `fw`. */
function isServing([command]: readonly string[]): boolean {
  return command === 'serve' || command === 'mcp:serve'
}

async function runToolOrCommand(given: readonly string[], folder: string): Promise<number> {
  const words = given[0] === 'dev' ? withInspectPort(given) : given
  const tools = await loadTools(folder)
  if (isTool(tools, words)) return runTool(tools, words, folder)
  await prepareImports(folder)
  await addTools(tools, folder)
  if (isTool(tools, words)) return runTool(tools, words, folder)
  return runInApplication(words, folder, tools)
}

async function loadTools(folder: string): Promise<CommandRegistry> {
  const { createTools } = await import('./command-line-tools.ts')
  return createTools(folder, () => prepareImports(folder))
}

/** Runs the processes that `fw serve` is asked for. Resolves to undefined if a single one is enough. */
async function serveByWorkers(
  [command, ...words]: readonly string[],
  folder: string,
): Promise<number | undefined> {
  const options = command === 'serve' && !workerRole ? findWorkersOptions(words) : undefined
  const plan = options && planWorkers(options)
  if (!plan) return undefined
  const { Primary } = await import('./operations/workers/primary.ts')
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
    // One second more than the workers have, so that the primary can end those that are left.
    limitSeconds: config.float('FW_SHUTDOWN_SECONDS', 10) + 1,
    logger,
  })
  if (asksToMigrate(words)) {
    const code = await migrateApart(extensions, folder, signal)
    if (code !== 0) return code
  }
  const admin = await openAdminPortOf(config, print, primary)
  try {
    return await primary.run(signal)
  } finally {
    await admin?.close()
  }
}

/** Runs migrations in a separate process, because they are code of the application. */
async function migrateApart(
  extensions: readonly Extension[],
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  if (!extensions.some((extension) => extension.migrate)) throw new NothingMigrates()
  const words = [...process.execArgv, process.argv[1] ?? '', 'migrate']
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, words, { cwd: folder, stdio: 'inherit' })
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** Prints a failure. A worker sends it to the primary, which prints it once. */
async function tellFailure(text: string): Promise<void> {
  if (workerRole) await announceFailure(text)
  else process.stderr.write(text)
}

/** Prints all startup errors of the application, and sends them to `fw dev`. */
async function reportTrouble(error: unknown, folder: string): Promise<void> {
  const { report } = await import('./development/report.ts')
  const { isAmong, troubleOf } = await import('./development/explain/trouble.ts')
  const { checkApplication } = await import('./check/check-application.ts')
  const { formats } = await import('./check/format-findings.ts')
  const found = (await checkApplication(folder)).filter(({ severity }) => severity === 'error')
  const [first, ...others] = found
  const isAlone = others.length === 0 && isAmong(found, error)
  if (isAlone || !isAmong(found, error)) process.stderr.write(describeError(error))
  if (!isAlone && found.length > 0) process.stderr.write(formats.pretty(found))
  if (isAlone && first?.file !== undefined && !first.text.includes(first.file)) {
    process.stderr.write(`    at ${first.file}:${first.line}:${first.column}\n`)
  }
  await report({ fw: 'failed', trouble: troubleOf(error, found, folder) })
}

/** Returns the function that listens at an address, or that serves the connections of `fw dev`. */
async function listenFor(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts?: Pick<Application, 'container' | 'classes' | 'kernel'>,
): Promise<Listen> {
  if (!isReserved()) return (options) => serveAnswers(answersOf(app), options)
  const { serveHeld } = await import('./development/serve-held.ts')
  const { serveLent } = await import('./development/serve-lent.ts')
  const { rewriteClients } = await import('./development/rewrite-clients.ts')
  return (options) => {
    if (parts) void rewriteClients(folder, parts.kernel.describe, parts.classes)
    return handsOver ? serveHeld(app, folder, parts) : serveLent(app, folder, parts, options)
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

/** Runs a tool, which works without a boot. */
function runTool(
  tools: CommandRegistry,
  words: readonly string[],
  folder: string,
): Promise<number> {
  const container = new Container().instance(Config, Config.load(folder))
  return new CommandRunner(tools, container).run(words)
}

async function runInApplication(
  words: readonly string[],
  folder: string,
  tools?: CommandRegistry,
): Promise<number> {
  // Runs before the application is loaded, because the output of its modules is not part of the protocol.
  const output = words[0] === 'mcp:serve' ? await reserveOutput() : process.stdout
  await prepareImports(folder)
  await awaitStart(async (isStarted) => {
    await import('./development/serve-held.ts')
    await prepareModules(folder, isStarted)
  })
  if (words[0] === 'serve' && asksToMigrate(words.slice(1))) {
    const code = await migrate(folder)
    if (code !== 0) return code
  }
  const module = words[0] === 'serve' ? findServedModule(words.slice(1)) : undefined
  if (module !== undefined) return serveModule(module, words, folder)
  const early = isServing(words) ? undefined : await commandsOf(await loadExtensions(folder))
  const command = early?.find(({ name }) => name === words[0])
  const boot = () => bootApplication(folder)
  const { app, extensions } = await (command && !command.isService ? quietly(boot) : boot())
  const { kernel, config, commands, container, classes } = app
  const added = early ?? (await commandsOf(extensions))
  // A server needs the tools only if it has other commands, to refuse equal names.
  const others = commands.commands.length + added.length > 0 ? await loadTools(folder) : undefined
  for (const tool of (tools ?? others)?.commands ?? []) commands.add(tool)
  for (const command of added) commands.add(command)
  commands.add(mcpServeCommand(folder, classes, output))
  commands.add(
    serveCommand(config, await listenFor(kernel, folder, { container, classes, kernel })),
  )
  try {
    return await new CommandRunner(commands, container, { stdout: output, stderr }).run(words)
  } finally {
    await end(container, extensions)
  }
}

async function commandsOf(extensions: readonly Extension[]): Promise<ConsoleCommand[]> {
  const commands: ConsoleCommand[] = []
  for (const extension of extensions) commands.push(...((await extension.commands?.()) ?? []))
  return commands
}

async function reserveOutput(): Promise<Writable> {
  const { reserveStdout } = await import('./mcp/transports/stdio.ts')
  return reserveStdout()
}

/** Disposes the services, then sends the buffered data of packages. */
async function end(container: Container, extensions: readonly Extension[]): Promise<void> {
  try {
    await container[Symbol.asyncDispose]()
  } finally {
    await flush(extensions, 'end', () => container.get(Logger))
  }
}

/** Serves the default export of a module instead of the application, which the module may boot itself. */
async function serveModule(
  path: string,
  words: readonly string[],
  folder: string,
): Promise<number> {
  const config = Config.load(folder)
  const handler = await importHandler(path, folder)
  const commands = new CommandRegistry()
  commands.add(serveCommand(config, await listenFor(handler, folder)))
  const container = new Container().instance(Config, config)
  const { stdout } = process
  const code = await new CommandRunner(commands, container, { stdout, stderr }).run(words)
  await disposerOf(handler, undefined)?.()
  return code
}

/** Accesses `process.stderr` late, because the first access opens it. */
const stderr = {
  write: (text: string) => (workerRole ? announceFailure(text) : process.stderr.write(text)),
}

/** Turns on source maps for stack traces, and the loader for TypeScript if the source runs. */
async function prepareImports(folder: string): Promise<void> {
  // Bun and Deno, which can run a bundle, have no such function.
  if (readBuiltApplication(folder)) modules.setSourceMapsSupport?.(true)
  else await registerTransform(folder)
}
