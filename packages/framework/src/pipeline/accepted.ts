import { weightsOf } from '../message/weights.ts'

/** The offers that an `Accept-Encoding` takes, the most preferred first; none if sending it uncompressed is preferred. */
export function acceptedCodings<T extends string>(
  header: string | undefined,
  offered: readonly T[],
): readonly T[] {
  if (header === undefined) return []
  const weights = weightsOf(header)
  const wanted = (coding: T) => weights.get(coding) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return offered
    .filter((coding) => wanted(coding) > 0 && wanted(coding) >= plain)
    .toSorted((one, other) => wanted(other) - wanted(one))
}
