import { relative, sep } from 'node:path'
import type { DeclarationError } from '../../base/reflection/attempt.ts'
import { toError } from '../../base/logging/thrown.ts'
import { missingExport } from './module-replacer.ts'
import { placeholderMark } from './placeholder-module.ts'

/** Returns the errors that do not merely follow from another error. */
export function withoutConsequences(mistakes: readonly DeclarationError[]): DeclarationError[] {
  const failed = mistakes.flatMap((mistake) => failedImport(mistake) ?? [])
  return withoutDuplicates(mistakes).filter(({ error }) => {
    const { message } = toError(error)
    const isOfImport = failed.some(
      ({ file, reason }) => message.includes(` at ${file}:`) && message.includes(reason),
    )
    return !isOfImport && !message.includes(placeholderMark) && !invalidModulePattern.test(message)
  })
}

/** Matches the reason why a type cannot be read if its module has a syntax error. */
const invalidModulePattern = /: the module of the import "[^"\n]+" is not valid\./u

/** A failed import, and the reason that is reported for the types that it imports. */
interface FailedImport {
  /** The path relative to the working directory. */
  readonly file: string
  readonly reason: string
}

function failedImport({ error, place }: DeclarationError): FailedImport | undefined {
  if (isMissingModule(error)) {
    return { file: error.file, reason: `the import "${error.specifier}"` }
  }
  const { specifier, name } = missingExport.exec(toError(error).message)?.groups ?? {}
  if (specifier === undefined) return undefined
  const file = relative(process.cwd(), place.at).replaceAll(sep, '/')
  return { file, reason: `"${specifier}" has no export named "${name}"` }
}

/** Returns each error once. If an error made several modules fail, keeps the module that threw the error. */
function withoutDuplicates(mistakes: readonly DeclarationError[]): DeclarationError[] {
  const kept = new Map<unknown, DeclarationError>()
  for (const mistake of mistakes) {
    const { error, place } = mistake
    const isThrownThere =
      error instanceof Error && place.at !== '' && error.stack?.includes(place.at)
    if (!kept.has(error) || isThrownThere) kept.set(error, mistake)
  }
  return [...kept.values()]
}

/** An error about an import of a module that does not exist. */
interface MissingModule {
  readonly file: string
  readonly specifier: string
}

function isMissingModule(error: unknown): error is MissingModule {
  return error instanceof Error && error.name === 'ImportNotFound' && 'specifier' in error
}
