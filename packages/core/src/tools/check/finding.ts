import { isAbsolute, relative } from 'node:path'
import { readFileSync } from 'node:fs'
import { HiddenClass } from '../../base/discovery/errors.ts'
import { toError } from '../../base/logging/thrown.ts'
import { AttributeRefused } from '../../base/reflection/errors.ts'
import type { DeclarationError } from '../../base/reflection/attempt.ts'
import { withoutConsequences } from './consequences.ts'

/** An error or a warning about a declaration in an application. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  /** The name of the error, such as `UnusableType`. */
  readonly code: string
  /** The class that contains the error; undefined if the error concerns a whole module or application. */
  readonly class?: string
  /** The path relative to the working directory; undefined if there is no file. */
  readonly file?: string
  /** The line, starting at 1. */
  readonly line?: number
  /** The column, starting at 1. */
  readonly column?: number
  /** The message of the error or warning. */
  readonly text: string
  /** The advice on how to fix the problem. */
  readonly remedy: string
}

/** Returns the advice on how to fix an error whose message does not contain it. */
type RemedyOf = (code: string, text: string) => string

/** Converts errors of declarations to findings, sorted by location and without duplicates. */
export function toFindings(all: readonly DeclarationError[], remedyOf: RemedyOf): Finding[] {
  const mistakes = withoutConsequences(all)
  const found = new Map<string, Finding>()
  // If a rejected decorator is read again, only the cause is thrown, so errors that are the cause of another error are
  // left out.
  const rejected = mistakes.filter(({ error }) => error instanceof AttributeRefused)
  const causes = new Set(rejected.map(({ error }) => toError((error as Error).cause).message))
  for (const mistake of mistakes) {
    if (causes.has(toError(mistake.error).message)) continue
    const finding = toFinding(mistake, remedyOf)
    // A type may be rejected several times with different messages, so its location is compared instead.
    const subject = isOfType(finding) ? finding.column : finding.text
    const key = JSON.stringify([finding.code, finding.file, finding.line, subject])
    if (!found.has(key)) found.set(key, finding)
  }
  return sortFindings([...found.values()])
}

/** Sorts findings by file, line and column; those without a file come first. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) =>
      compare(one.file ?? '', other.file ?? '') ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  )
}

/** Parses `file:line:column`. The file becomes relative to the working directory. */
export function parseLocation(at: string): Pick<Finding, 'file' | 'line' | 'column'> {
  const [, file = at, line = '1', column = '1'] = /^(.*?)(?::(\d+))?(?::(\d+))?$/su.exec(at) ?? []
  if (file === '') return {}
  return { file: toLabel(file), line: Number(line), column: Number(column) }
}

function toLabel(file: string): string {
  return isAbsolute(file) ? relative(process.cwd(), file) : file
}

function isOfType({ code, text }: Finding): boolean {
  return code === 'UnusableType' && text.includes('cannot read the type ')
}

function toFinding({ error, place }: DeclarationError, remedyOf: RemedyOf): Finding {
  const { name: code, message } = toError(error)
  const text = error instanceof HiddenClass ? message.replace(error.file, toLabel) : message
  const [owner = ''] = place.name.split('.')
  return {
    severity: 'error',
    code,
    ...(owner !== '' && { class: owner }),
    ...parseLocation(locationIn(error, text) ?? locationInStack(error, place.at) ?? place.at),
    text,
    remedy: remedyIn(text) ?? remedyOf(code, text),
  }
}

/** Returns the most precise location in the error itself. */
function locationIn(error: unknown, text: string): string | undefined {
  if (error instanceof HiddenClass) return locationOfHidden(error)
  const { file, at } = error as { readonly file?: unknown; readonly at?: unknown }
  if (typeof file === 'string' && typeof at === 'string') return `${file}:${at}`
  const unreadable = / at (\S+:\d+:\d+): /u.exec(text)
  const owner = /^[^\n(]*\(([^()\s]+:\d+:\d+)\)/u.exec(text)
  const chain = [...text.matchAll(/^ *└─ .*\((\S+:\d+:\d+)\)$/gmu)].at(-1)
  return (unreadable ?? chain ?? owner)?.[1]
}

function locationOfHidden({ type, file }: HiddenClass): string {
  const source = readFileSync(file, 'utf8')
  const declared = [...source.matchAll(/(?<=\bclass )[\p{ID_Continue}$]+/gu)]
  const found = declared.find(([name]) => name === type)
  const lines = source.slice(0, found?.index).split('\n')
  return `${file}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}

/** Returns the location at which a module threw while it was imported. */
function locationInStack(error: unknown, file: string): string | undefined {
  if (!isAbsolute(file) || !(error instanceof Error)) return undefined
  const { stack = '' } = error
  const at = stack.indexOf(file)
  const [, line, column = '1'] =
    /^(?:\?[^:]*)?:(\d+)(?::(\d+))?/u.exec(stack.slice(at + file.length)) ?? []
  return at === -1 || line === undefined ? undefined : `${file}:${line}:${column}`
}

/**
 * Returns the advice in a message: the sentences after the first one, or the last line below a chain of dependencies.
 * Undefined for a single sentence.
 */
function remedyIn(text: string): string | undefined {
  const lines = text.split('\n')
  if (text.includes('└─')) return lines.at(-1)
  const [, remedy] = /^.*?[.)”"'] (?=[A-Z@“"'])(?:.*?\. )??(.*)$/su.exec(lines[0] ?? '') ?? []
  return remedy
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
