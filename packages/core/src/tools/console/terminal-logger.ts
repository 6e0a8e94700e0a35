import type { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import { Logger, logOptions } from '../../base/logging/logger.ts'

/**
 * True if humans read the output: LOG_FORMAT is `pretty`, or LOG_FORMAT is not set or `auto` and the stream is a
 * terminal.
 */
export function isForPeople(config: Config, stream: { readonly isTTY?: boolean }): boolean {
  const format = config.oneOf('LOG_FORMAT', ['json', 'pretty', 'auto'], 'auto')
  return format === 'auto' ? stream.isTTY === true : format === 'pretty'
}

/** Returns the source code around a stack frame of the application. */
type SourceOf = (frame: string) => string | undefined

/** Registers a `PrettyLogger` as the default logger if humans read the output. */
export async function registerLogger(
  container: Container,
  config: Config,
  loadSource: () => Promise<SourceOf | undefined> = () => Promise.resolve(undefined),
): Promise<void> {
  if (!isForPeople(config, process.stderr)) return
  const { PrettyLogger } = await import('../../base/logging/pretty-logger.ts')
  const sourceOf = await loadSource()
  container.bind(
    Logger,
    () => new PrettyLogger({ ...logOptions(config), ...(sourceOf && { sourceOf }) }),
  )
}
