import { isPromise } from '../platform/maybe-promise.ts'

/** The subject of an error: its name and its location in the source. */
export interface Place {
  /** `Class` or `Class.method`; empty for a module. */
  readonly name: string
  /** `file:line:column`; empty if unknown. */
  readonly at: string
}

/** A thrown value, and the declaration that caused it. */
export interface DeclarationError {
  readonly error: unknown
  readonly place: Place
}

/** The errors that the running check has recorded; undefined if no check runs. */
let recorded: { readonly error: unknown; readonly place: Place | (() => Place) }[] | undefined

/**
 * Reads a part of the declarations by calling `act`. At boot, errors are thrown. During a check, they are recorded, and
 * the result is undefined.
 */
export function attempt<T>(place: Place | (() => Place), act: () => T): T | undefined {
  if (!recorded) return act()
  const record = (error: unknown): undefined => {
    if (error !== alreadyRecorded) recorded?.push({ error, place })
  }
  try {
    const result = act()
    return isPromise(result) ? (result.catch(record) as T) : result
  } catch (error) {
    return record(error)
  }
}

/** Runs `attempt` for each item. Returns the results of those that succeeded. */
export function attemptEach<Item, T>(
  items: Iterable<Item>,
  placeOf: (item: Item) => Place,
  act: (item: Item) => T,
): T[] {
  if (!recorded) return [...items].map((item) => act(item))
  const results: T[] = []
  for (const item of items) {
    attempt(
      () => placeOf(item),
      () => void results.push(act(item)),
    )
  }
  return results
}

/** Runs `attemptEach` for items that are all required. If one fails, the enclosing attempt ends, too. */
export function attemptAll<Item, T>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  act: (item: Item) => T,
): T[] {
  const results = attemptEach(items, placeOf, act)
  if (results.length < items.length) throw alreadyRecorded
  return results
}

/** True while errors are collected. */
export function isChecking(): boolean {
  return recorded !== undefined
}

/** Thrown if something cannot be read because of an error that is already recorded. */
const alreadyRecorded = new Error('Recorded.')

/** Runs `act`. Resolves to all errors that `attempt` recorded or `act` threw. Only one check can run at a time. */
export async function collectErrors(act: () => Promise<unknown>): Promise<DeclarationError[]> {
  const collected: NonNullable<typeof recorded> = (recorded = [])
  try {
    await act()
  } catch (error) {
    collected.push({ error, place: { name: '', at: '' } })
  } finally {
    recorded = undefined
  }
  return collected.map(({ error, place }) => ({
    error,
    place: typeof place === 'function' ? place() : place,
  }))
}
