import type { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import { Logger, logOptions } from '../../base/logging/logger.ts'

/** True if people read the output: the stream is a terminal, unless LOG_FORMAT is `json` or `pretty`. */
export function isForPeople(config: Config, stream: { readonly isTTY?: boolean }): boolean {
  const format = config.oneOf('LOG_FORMAT', ['json', 'pretty', 'auto'], 'auto')
  return format === 'auto' ? stream.isTTY === true : format === 'pretty'
}

/** Returns the source around a stack frame of the application. */
type SourceOf = (frame: string) => string | undefined

/** Registers a `PrettyLogger` as the default log of an application if people read it. */
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
