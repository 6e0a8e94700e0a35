import { spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'

/** Skips a test if curl is not installed. */
export function needsCurl({ skip }: TestContext): void {
  const isMissing = spawnSync('curl', ['--version']).error !== undefined
  skip(isMissing, 'no curl. Install it (apt-get install curl).')
}
