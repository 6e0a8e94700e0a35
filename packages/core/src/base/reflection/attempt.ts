import { isPromise } from '../platform/maybe-promise.ts'

/** The subject of an error: its name and its location in the source. */
export interface Place {
  /** `Class` or `Class.method`; empty for a module. */
  readonly name: string
  /** `file:line:column`; empty if unknown. */
  readonly at: string
}

/** A thrown value, and the declaration that caused it. */
export interface Mistake {
  readonly error: unknown
  readonly place: Place
}

/** The errors collected by a check; undefined while an application boots. */
let found: { readonly error: unknown; readonly place: Place | (() => Place) }[] | undefined

/**
 * Reads a part of the declarations by calling `act`. At boot, errors are thrown. During a check, they are recorded, and
 * the result is undefined.
 */
export function attempt<T>(place: Place | (() => Place), act: () => T): T | undefined {
  if (!found) return act()
  const record = (error: unknown): undefined => {
    if (error !== alreadyRecorded) found?.push({ error, place })
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
  const results: T[] = []
  for (const item of items) {
    if (found) attemptOne(item, placeOf, act, results)
    else results.push(act(item))
  }
  return results
}

function attemptOne<Item, T>(
  item: Item,
  placeOf: (item: Item) => Place,
  act: (item: Item) => T,
  results: T[],
): void {
  attempt(
    () => placeOf(item),
    () => void results.push(act(item)),
  )
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
  return found !== undefined
}

/** Thrown if something cannot be read because of an error that is already recorded. */
const alreadyRecorded = new Error('Recorded.')

/** Runs `act` and resolves to all errors that `attempt` recorded. Only one check can run at a time. */
export async function collectMistakes(act: () => Promise<unknown>): Promise<Mistake[]> {
  const collected: NonNullable<typeof found> = (found = [])
  try {
    await act()
  } catch (error) {
    collected.push({ error, place: { name: '', at: '' } })
  } finally {
    found = undefined
  }
  return collected.map(({ error, place }) => ({
    error,
    place: typeof place === 'function' ? place() : place,
  }))
}
