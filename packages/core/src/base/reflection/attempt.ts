import { isPromise } from '../platform/maybe-promise.ts'

/** The subject of an error: its name and its location in the source. */
export interface Place {
  /** `Class` or `Class.method`; empty for a module. */
  readonly name: string
  /** `file:line:column`; empty if unknown. */
  readonly at: string
}

/** A thrown value with its subject. */
export interface Mistake {
  readonly error: unknown
  readonly place: Place
}

/** The errors of a check; undefined while an application boots. */
let found: { readonly error: unknown; readonly place: Place | (() => Place) }[] | undefined

/**
 * Runs one part of reading declarations. At boot, its error is thrown. During a check, its error is recorded, and the
 * result is undefined.
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

/** Runs `attemptEach` for items that are all required. If one fails, ends the enclosing attempt. */
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

/** Thrown for a consequence of an error that has been recorded. */
const alreadyRecorded = new Error('Recorded.')

/** Runs `act` and resolves to the errors of all attempts in it. Only one check can run at a time. */
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
