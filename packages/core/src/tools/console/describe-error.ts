import { describe, tryRead } from '../../base/logging/thrown.ts'

/**
 * The path of the framework's files. Stack frames contain it in URLs, or as a path if a source map
 * is used.
 */
const framework = new URL('../..', import.meta.url).pathname

/**
 * Formats an error for the command line. For errors of the framework, and for syntax errors that Node's loader finds,
 * the stack is left out, because their message is enough.
 */
export function describeError(error: unknown): string {
  return `${tryRead(error, explanationOf) ?? describe(error)}\n`
}

function explanationOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { name, stack = '', message } = error
  const end = stack.indexOf(message) + message.length
  const [raisedAt = ''] = stack.slice(end).trimStart().split('\n')
  if (error instanceof SyntaxError && raisedAt.includes('node:internal/modules/')) {
    return stack.slice(0, end)
  }
  const isOfOwnKind = !(error.constructor.name in globalThis)
  const explainsItself = isOfOwnKind && raisedAt.includes(framework)
  return explainsItself || transformErrors.has(name) ? `${name}: ${message}` : undefined
}

/** The errors of `@fw/transform`, by name, because this package does not import it. */
const transformErrors = new Set(['SourceSyntaxError', 'UndeclaredDecorator', 'ImportNotFound'])
