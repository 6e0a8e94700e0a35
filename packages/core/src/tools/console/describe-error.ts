import { describe, lookAt } from '../../base/logging/thrown.ts'

/** Frames name a file by its URL, or by its path if a source map leads to it. */
const framework = new URL('../..', import.meta.url).pathname

/**
 * Formats an error for the command line. The frames of the framework's errors, and of errors of Node's loader, are left
 * out, because their messages are enough.
 */
export function describeError(error: unknown): string {
  return `${lookAt(error, explanationOf) ?? describe(error)}\n`
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
  return explainsItself || ofTransform.has(name) ? `${name}: ${message}` : undefined
}

/** The errors of `@fw/transform`, which this package does not import. */
const ofTransform = new Set(['SourceSyntaxError', 'UndeclaredDecorator', 'ImportNotFound'])
