import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { toError } from '../../base/logging/thrown.ts'
import { attempt } from '../../base/reflection/attempt.ts'
import { extendedModule, placeholderModule } from './placeholder-module.ts'

/**
 * The maximum number of rounds in which failed modules are imported again. Each round replaces a module or adds a
 * missing export.
 */
const maxRounds = 50

const placeholderScheme = 'fw-placeholder:'
const notFoundScheme = 'fw-not-found:'
const extendedScheme = 'fw-extended:'

/**
 * Imports modules. A module that fails is replaced by placeholders, and the modules that import it are imported again
 * under different URLs, because Node caches failed imports. No module runs twice, because a module whose import fails
 * has not run.
 */
export class ModuleReplacer {
  // Bun does not have these hooks.
  readonly #hooks = nodeModule.registerHooks?.({
    resolve: (specifier, context, next) => this.#resolve(specifier, context, next),
    load: (url, context, next) => this.#load(url, context, next),
  })
  /** The imports of each module. */
  readonly #imports = new Map<string, Set<string>>()
  /** The URLs that are imported instead of the original ones, by the original URL. */
  readonly #redirected = new Map<string, string>()
  /**
   * The imported names that are not exported, by the URL of the importing module and the specifier.
   */
  readonly #missing = new Map<string, Map<string, Set<string>>>()

  async import(urls: readonly string[]): Promise<void> {
    if (!this.#hooks) return
    for (let round = 1; round <= maxRounds; round += 1) {
      const failed = await this.#importEach(urls)
      if (failed.size === 0) return
      for (const url of failed.keys()) this.#redirected.set(url, `${url}?fw-check=${round}`)
    }
  }

  /** Records the error of a module. */
  report(error: unknown, url?: string): void {
    attempt({ name: '', at: url === undefined ? '' : fileURLToPath(url) }, () => {
      throw error
    })
  }

  end(): void {
    this.#hooks?.deregister()
  }

  /**
   * Imports modules. Replaces a module that causes a failure with a placeholder. Returns the modules to import again.
   */
  async #importEach(urls: readonly string[]): Promise<Map<string, unknown>> {
    const failed = new Map<string, unknown>()
    const failing = new Set<string>()
    const seen = new Set<string>()
    let isSettled = false
    const visit = async (url: string): Promise<void> => {
      if (seen.has(url)) return
      seen.add(url)
      const failure = await failureOf(this.#redirected.get(url) ?? url)
      if (!failure) return
      failing.add(url)
      const imports = [...(this.#imports.get(url) ?? [])]
      for (const each of imports) await visit(each)
      const isCause = !imports.some((each) => failing.has(each))
      if (isCause) isSettled = true
      if (!isCause || this.#addMissingExport(url, failure.error)) failed.set(url, failure.error)
      else this.#replace(url, failure.error)
    }
    for (const url of urls) await visit(url)
    if (!isSettled) this.#breakCycle(failed)
    return failed
  }

  /** Replaces the module that threw the error, if several modules import each other. */
  #breakCycle(failed: Map<string, unknown>): void {
    const all = [...failed]
    const [url, error] =
      all.find(([each, thrown]) => stackOf(thrown).includes(fileURLToPath(each))) ?? all[0] ?? []
    if (url === undefined) return
    failed.delete(url)
    this.#replace(url, error)
  }

  /**
   * Replaces a module with placeholders. Does not report its error if it uses other placeholders, because the error may
   * only be a consequence.
   */
  #replace(url: string, error: unknown): void {
    if (!this.#usesPlaceholder(url)) this.report(error, url)
    this.#redirected.set(url, placeholderScheme + encodeURIComponent(url))
  }

  #usesPlaceholder(url: string, seen = new Set<string>()): boolean {
    if (this.#isReplaced(url)) return true
    if (seen.has(url)) return false
    seen.add(url)
    return [...(this.#imports.get(url) ?? [])].some((each) => this.#usesPlaceholder(each, seen))
  }

  #isReplaced(url: string): boolean {
    return (
      !url.startsWith('file:') || this.#redirected.get(url)?.startsWith(placeholderScheme) === true
    )
  }

  /** Adds a placeholder for an export that does not exist. Returns false for other errors. */
  #addMissingExport(url: string, error: unknown): boolean {
    const { specifier, name } = missingExport.exec(toError(error).message)?.groups ?? {}
    if (specifier === undefined || name === undefined) return false
    const missingNames = this.#missing.get(url) ?? new Map<string, Set<string>>()
    const names = missingNames.get(specifier) ?? new Set()
    if (names.has(name)) return false
    this.report(error, url)
    this.#missing.set(url, missingNames.set(specifier, names.add(name)))
    return true
  }

  #resolve(
    specifier: string,
    context: nodeModule.ResolveHookContext,
    next: Parameters<nodeModule.ResolveHookSync>[2],
  ): nodeModule.ResolveFnOutput {
    const parent = originOf(context.parentURL)
    const found = this.#find(specifier, { ...context, parentURL: parent }, next)
    const url = originOf(found.url) ?? found.url
    if (parent?.startsWith('file:') && isSource(url)) {
      this.#imports.set(parent, (this.#imports.get(parent) ?? new Set()).add(url))
    }
    const target = this.#redirected.get(url) ?? found.url
    const missing = parent === undefined ? undefined : this.#missing.get(parent)?.get(specifier)
    if (missing)
      return placeholderUrl(
        extendedScheme + encodeURIComponent(JSON.stringify([target, ...missing])),
      )
    return target === found.url ? found : { ...found, url: target, shortCircuit: true }
  }

  /** Resolves an import. If the module does not exist, placeholders replace it. */
  #find(
    specifier: string,
    context: nodeModule.ResolveHookContext,
    next: Parameters<nodeModule.ResolveHookSync>[2],
  ): nodeModule.ResolveFnOutput {
    try {
      return next(specifier, context)
    } catch (error) {
      const { parentURL } = context
      if (!isNamed(error, 'ImportNotFound') || parentURL === undefined) throw error
      this.report(error)
      return placeholderUrl(notFoundScheme + encodeURIComponent(parentURL))
    }
  }

  #load(
    url: string,
    context: nodeModule.LoadHookContext,
    next: Parameters<nodeModule.LoadHookSync>[2],
  ): nodeModule.LoadFnOutput {
    const [scheme = '', rest = ''] = url.split(/(?<=^fw-[a-z-]+:)/u)
    const decoded = decodeURIComponent(scheme === url ? '' : rest)
    if (scheme === placeholderScheme)
      return sourceOf(placeholderModule(readFileSync(fileURLToPath(decoded), 'utf8')))
    if (scheme === notFoundScheme) {
      return sourceOf(
        placeholderModule(readFileSync(fileURLToPath(decoded), 'utf8'), { isPartial: true }),
      )
    }
    if (scheme === extendedScheme) {
      const [target = '', ...names] = JSON.parse(decoded) as string[]
      return sourceOf(extendedModule(target, names))
    }
    const origin = originOf(url) ?? url
    try {
      return next(origin, context)
    } catch (error) {
      if (!isNamed(error, 'SourceSyntaxError')) throw error
      this.report(error)
      this.#redirected.set(origin, placeholderScheme + encodeURIComponent(origin))
      return sourceOf(placeholderModule(readFileSync(fileURLToPath(origin), 'utf8')))
    }
  }
}

/** Matches Node's error for an export that does not exist. */
export const missingExport =
  /The requested module '(?<specifier>[^']+)' does not provide an export named '(?<name>[^']+)'/u

async function failureOf(url: string): Promise<{ readonly error: unknown } | undefined> {
  try {
    await import(/* @vite-ignore */ url)
    return undefined
  } catch (error) {
    return { error }
  }
}

/** Returns the URL of the source file of a module. */
function originOf(url: string | undefined): string | undefined {
  if (url?.startsWith(placeholderScheme))
    return decodeURIComponent(url.slice(placeholderScheme.length))
  return url?.replace(/\?fw-check=\d+$/u, '')
}

function isSource(url: string): boolean {
  return url.startsWith('file:') ? !url.includes('/node_modules/') : url.startsWith(notFoundScheme)
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : ''
}

function placeholderUrl(url: string): nodeModule.ResolveFnOutput {
  return { url, format: 'module', shortCircuit: true }
}

function sourceOf(source: string): nodeModule.LoadFnOutput {
  return { format: 'module', source, shortCircuit: true }
}
