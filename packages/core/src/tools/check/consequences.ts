import { relative, sep } from 'node:path'
import type { Mistake } from '../../base/reflection/attempt.ts'
import { toError } from '../../base/logging/thrown.ts'
import { missingExport } from './module-replacer.ts'
import { standInMark } from './stand-in.ts'

/** Returns the errors without those that only follow from another error. */
export function withoutConsequences(mistakes: readonly Mistake[]): Mistake[] {
  const failed = mistakes.flatMap((mistake) => failedImport(mistake) ?? [])
  return firstOfEach(mistakes).filter(({ error }) => {
    const { message } = toError(error)
    const isOfImport = failed.some(
      ({ file, reason }) => message.includes(` at ${file}:`) && message.includes(reason),
    )
    return !isOfImport && !message.includes(standInMark) && !ofInvalidModule.test(message)
  })
}

/** Matches the reason why a type cannot be read if its module has a syntax error. */
const ofInvalidModule = /: the module of the import "[^"\n]+" is not valid\./u

/** A failed import, and the reason that is reported for the types that it imports. */
interface FailedImport {
  /** The path relative to the working directory. */
  readonly file: string
  readonly reason: string
}

function failedImport({ error, place }: Mistake): FailedImport | undefined {
  if (isMissingModule(error)) {
    return { file: error.file, reason: `the import "${error.specifier}"` }
  }
  const { specifier, name } = missingExport.exec(toError(error).message)?.groups ?? {}
  if (specifier === undefined) return undefined
  const file = relative(process.cwd(), place.at).replaceAll(sep, '/')
  return { file, reason: `"${specifier}" has no export named "${name}"` }
}

/** Returns each error once. If it made several modules fail, keeps the module that threw it. */
function firstOfEach(mistakes: readonly Mistake[]): Mistake[] {
  const kept = new Map<unknown, Mistake>()
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
