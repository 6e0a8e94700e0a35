import { describe, lookAt } from '../logging/thrown.ts'

/** Frames name a file by its address, or by its path where a source map leads to it. */
const framework = new URL('..', import.meta.url).pathname

/**
 * An error as the command line prints it. One that the framework raised says in its message what is
 * wrong and where; the frames of the framework would only hide that.
 */
export function describeError(error: unknown): string {
  return `${lookAt(error, explanationOf) ?? lookAt(error, unlinkedOf) ?? describe(error)}\n`
}

/** Of a name that a module does not export Node says where it is imported; then follow the frames of its own loader. */
function unlinkedOf(error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const { stack = '' } = error
  const start = stack.indexOf('\n    at ')
  const [, raisedAt = ''] = stack.slice(start).split('\n')
  return raisedAt.includes('node:internal/modules/') ? stack.slice(0, start) : undefined
}

function explanationOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !explainsItself(error)) return undefined
  return `${error.name}: ${error.message}`
}

function explainsItself(error: Error): boolean {
  const { name, stack = '', message } = error
  if (name === 'SourceSyntaxError') return true
  const frames = stack.slice(stack.indexOf(message) + message.length).trimStart()
  const [raisedAt = ''] = frames.split('\n')
  const isOfOwnKind = !(error.constructor.name in globalThis)
  return isOfOwnKind && raisedAt.includes(framework)
}
