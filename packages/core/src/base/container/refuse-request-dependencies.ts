import type { Token } from './binding.ts'
import { NeedsRequest } from './errors.ts'
import { sourceOf } from './supplied.ts'

/** Throws `NeedsRequest` if code that runs without a request needs a class that only requests provide. */
export function refuseRequestDependencies(
  required: readonly Token[],
  owner: string,
  at: string,
): void {
  const needed = required.find((token) => sourceOf(token) === undefined)
  if (needed) throw new NeedsRequest(owner, at, needed)
}
