import { payVisit } from './pay-visit.ts'
import type { Visit } from './visit.ts'

/**
 * The time limit of one visit, in milliseconds. It covers the waits of the server for a body that
 * does not arrive.
 */
const limit = 60_000

/** A visit that went wrong, with everything that is needed to repeat it. */
class VisitFailed extends Error {
  override readonly name = 'VisitFailed'
  readonly visit: Visit

  constructor(visit: Visit, cause: unknown) {
    super(`${String(cause)}\nThe visit was ${JSON.stringify(visit)}.`, { cause })
    this.visit = visit
  }
}

/** Pays the visits, `clients` at the same time. Rejects with `VisitFailed` for the first that goes wrong. */
export async function payVisits(
  port: number,
  visits: Iterable<Visit>,
  clients: number,
  onVisit: (count: number) => void = () => {},
): Promise<void> {
  const remaining = visits[Symbol.iterator]()
  let count = 0
  const next = async (): Promise<void> => {
    for (let step = remaining.next(); !step.done; step = remaining.next()) {
      await inTime(payVisit(port, step.value)).catch((error: unknown) => {
        throw new VisitFailed(step.value as Visit, error)
      })
      count += 1
      onVisit(count)
    }
  }
  await Promise.all(Array.from({ length: clients }, next))
}

async function inTime(visit: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`Not done after ${limit} ms.`)), limit)
  try {
    await Promise.race([visit, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
