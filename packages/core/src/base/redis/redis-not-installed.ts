import { isInstalled } from '../discovery/is-installed.ts'

/**
 * Throws `RedisNotInstalled` if one of the required packages cannot be imported from `folder`. `alternative` is a
 * setting that works without them.
 */
export function requireRedis(
  folder: string,
  packages: readonly string[],
  what: string,
  alternative: string,
): void {
  const missing = packages.find((name) => !isInstalled(name, folder))
  if (missing !== undefined) throw new RedisNotInstalled(what, missing, alternative)
}

/** Thrown if data is stored in Redis, but a required package is not installed. */
class RedisNotInstalled extends Error {
  override readonly name = 'RedisNotInstalled'
  readonly package: string

  constructor(what: string, missing: string, alternative: string) {
    super(
      `${what} are stored in Redis, but this needs the package ${missing}. ` +
        `Run: npm install ${missing}. Or set ${alternative}.`,
    )
    this.package = missing
  }
}
