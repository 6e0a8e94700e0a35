import { weightsOf } from '../message/weights.ts'

/** The offers that an `Accept-Encoding` takes, the most preferred first; none if sending it uncompressed is preferred. */
export function acceptedCodings<T extends string>(
  header: string | undefined,
  offered: readonly T[],
): readonly T[] {
  if (header === undefined) return []
  // RFC 9110, 8.4.1.3: it is another name of gzip.
  const weights = weightsOf(header.replace(/\bx-gzip\b/giu, 'gzip'))
  const wanted = (coding: T) => weights.get(coding) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return offered
    .filter((coding) => wanted(coding) > 0 && wanted(coding) >= plain)
    .toSorted((one, other) => wanted(other) - wanted(one))
}

/** True unless an `Accept-Encoding` refuses what is not encoded. */
export function acceptsPlain(header: string): boolean {
  const weights = weightsOf(header)
  return (weights.get('identity') ?? weights.get('*')) !== 0
}
