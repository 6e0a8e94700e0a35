import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { loadCompiler } from '../../base/discovery/load-transform.ts'
import { CheckUnreadable, CompilerNotInstalled } from './errors.ts'
import type { Finding } from './finding.ts'

/**
 * Writes the inferred return types of the methods in `findings`, using the installed compiler. Leaves out types that
 * would not compile, or that fw could not read. Returns the changed methods. Throws `CompilerNotInstalled`.
 */
export async function writeReturnTypes(
  folder: string,
  findings: readonly Finding[],
): Promise<string[]> {
  const undeclared = findings.filter(({ code }) => code === 'UndeclaredReturn')
  const files = new Set(undeclared.flatMap(({ file }) => file ?? []))
  const methods = new Set(undeclared.map(({ text }) => text.split(' ')[0]))
  if (files.size === 0) return []
  const output = mkdtempSync(join(tmpdir(), 'fw-declarations-'))
  try {
    const before = { compiled: await compile(folder, output), checked: errorsIn(findings) }
    const { returnTypesIn, writeReturnTypes: write } = await loadCompiler(folder)
    const modules = [...files].flatMap((file) => readModule(folder, file, output, returnTypesIn))
    for (const { types } of modules) {
      for (const name of types.keys()) if (!methods.has(name)) types.delete(name)
    }
    return await restoreOnError(modules, () =>
      writeValidTypes(modules, write, async () => [
        ...newProblems(before.compiled, await compile(folder, output)),
        ...newProblems(before.checked, errorsIn(await checkInProcess(folder))),
      ]),
    )
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

interface Module {
  /** The path relative to the working directory. */
  readonly file: string
  readonly path: string
  readonly source: string
  /** The inferred return types by `Class.method`. */
  readonly types: Map<string, string>
}

/** A compiler error in a file. */
interface Problem {
  readonly file: string
  /** The line in the current source, starting at 1. */
  readonly line: number | undefined
  readonly text: string
}

type Compiler = Awaited<ReturnType<typeof loadCompiler>>

function readModule(
  folder: string,
  file: string,
  output: string,
  read: Compiler['returnTypesIn'],
): Module[] {
  const path = resolve(file)
  const declarations = join(output, relative(folder, path).replace(/\.(m?)ts$/u, '.d.$1ts'))
  if (!existsSync(declarations)) return []
  const types = read(readFileSync(declarations, 'utf8'), declarations)
  return [{ file, path, source: readFileSync(path, 'utf8'), types }]
}

/** Restores the sources if checking the changes fails. */
async function restoreOnError<T>(modules: readonly Module[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const { path, source } of modules) writeFileSync(path, source)
    throw error
  }
}

/** Writes all types, then removes those that cause errors, until there are no new errors. */
async function writeValidTypes(
  modules: readonly Module[],
  write: Compiler['writeReturnTypes'],
  findProblems: () => Promise<Problem[]>,
): Promise<string[]> {
  for (;;) {
    const all = modules.map((module) => {
      const { path, source, types } = module
      const result = write(source, path, types)
      const isChanged = result.written.length > 0 || readFileSync(path, 'utf8') !== source
      if (isChanged) writeFileSync(path, result.text)
      return { ...result, module }
    })
    const problems = await findProblems()
    if (problems.length === 0) return all.flatMap(({ written }) => written)
    removeInvalidTypes(all, problems)
  }
}

type WrittenModule = ReturnType<Compiler['writeReturnTypes']> & { readonly module: Module }

/**
 * Removes the types that caused the errors: the types of the methods to which the errors refer, or else all types in
 * the files with errors, or else all types.
 */
function removeInvalidTypes(results: readonly WrittenModule[], problems: readonly Problem[]): void {
  const affected = results.map(({ module, written, methodsAt }) => {
    const own = problems.filter(({ file }) => file === module.file)
    const lines = own.flatMap(({ line }) => (line === undefined ? [] : methodsAt(line)))
    const named = written.filter((name) => own.some(({ text }) => isAboutMethod(text, name)))
    return { module, written, isHit: own.length > 0, methods: [...lines, ...named] }
  })
  const isExact = affected.some(({ methods }) => methods.length > 0)
  const isNear = affected.some(({ isHit, written }) => isHit && written.length > 0)
  if (!isExact && !isNear) return affected.forEach(({ module: { types } }) => types.clear())
  for (const { module, methods, isHit } of affected) {
    if (isExact) for (const name of methods) module.types.delete(name)
    else if (isHit) module.types.clear()
  }
}

function isAboutMethod(text: string, method: string): boolean {
  return text.startsWith(method) && !/[\w$]/u.test(text.charAt(method.length))
}

/** Compiles the declarations of an application. Returns the compiler errors. */
async function compile(folder: string, output: string): Promise<Problem[]> {
  const argv = ['-p', folder, '--declaration', '--emitDeclarationOnly', '--noEmit', 'false']
  const outputArguments = ['--outDir', output, '--rootDir', folder, '--pretty', 'false']
  const buildArguments = ['--incremental', 'false', '--composite', 'false']
  const printed = await run(
    compilerOf(folder),
    [...argv, ...outputArguments, ...buildArguments],
    folder,
  )
  const errors = printed.matchAll(/^(.+?)\((\d+),\d+\): error (.*)$/gmu)
  return Array.from(errors, ([, file = '', line, text = '']) => ({
    file,
    line: Number(line),
    text,
  }))
}

function compilerOf(folder: string): string {
  try {
    const { resolve: find } = createRequire(join(folder, 'package.json'))
    return join(dirname(find('typescript/package.json')), 'bin/tsc')
  } catch (cause) {
    throw new CompilerNotInstalled(folder, cause)
  }
}

/**
 * Runs the check in a separate process, because this process has loaded the modules before the
 * change.
 */
export async function checkInProcess(folder: string): Promise<readonly Finding[]> {
  const printed = await run(process.argv[1] ?? '', ['check', '--format', 'json'], folder)
  try {
    return JSON.parse(printed) as Finding[]
  } catch (cause) {
    throw new CheckUnreadable(printed, cause)
  }
}

async function run(program: string, argv: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return readText(child.stdout)
}

function errorsIn(findings: readonly Finding[]): Problem[] {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return errors.flatMap(({ file, line, text }) =>
    file === undefined ? [] : [{ file, line, text }],
  )
}

/**
 * Returns the new errors in files that have more errors than before. If none of them is new,
 * returns all errors in these files.
 */
function newProblems(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const count = (problems: readonly Problem[], file: string) =>
    problems.filter((problem) => problem.file === file).length
  const known = new Set(before.map(({ file, text }) => `${file}: ${text}`))
  const more = after.filter(({ file }) => count(after, file) > count(before, file))
  const added = more.filter(({ file, text }) => !known.has(`${file}: ${text}`))
  return added.length > 0 ? added : more
}
