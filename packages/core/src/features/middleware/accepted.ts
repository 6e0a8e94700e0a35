import { weightsOf } from '../../http/message/weights.ts'

/**
 * Returns the offered codings that an `Accept-Encoding` header accepts, the most preferred first. Codings that the
 * client prefers less than uncompressed content are left out.
 */
export function acceptedCodings<T extends string>(
  header: string | undefined,
  offered: readonly T[],
): readonly T[] {
  if (header === undefined) return []
  // RFC 9110, 8.4.1.3: `x-gzip` is an alias of `gzip`.
  const weights = weightsOf(header.replace(/\bx-gzip\b/giu, 'gzip'))
  const wanted = (coding: T) => weights.get(coding) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return offered
    .filter((coding) => wanted(coding) > 0 && wanted(coding) >= plain)
    .toSorted((one, other) => wanted(other) - wanted(one))
}

/** True unless an `Accept-Encoding` header excludes uncompressed content. */
export function acceptsPlain(header: string): boolean {
  const weights = weightsOf(header)
  return (weights.get('identity') ?? weights.get('*')) !== 0
}
