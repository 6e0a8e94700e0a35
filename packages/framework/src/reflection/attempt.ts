/** Somebody whom errors name, and where: what has a name and stands at `file:line:column`. */
export interface Place {
  /** `Class` or `Class.method`; empty for a module. */
  readonly name: string
  /** Empty where it is not known. */
  readonly at: string
}

/** Something that was thrown, and whom it is about. */
export interface Mistake {
  readonly error: unknown
  readonly place: Place
}

/** The mistakes of an application that is being checked; nothing collects them while one boots. */
let found: { readonly error: unknown; readonly place: () => Place }[] | undefined

/**
 * Runs one part of what is read from declarations. What it throws ends everything, as ever; in an application that is
 * being checked it ends this part alone, which then gives undefined.
 */
export function attempt<T>(place: Place | (() => Place), act: () => T): T | undefined {
  if (!found) return act()
  const record = (error: unknown) => {
    if (error instanceof AlreadyRecorded) return undefined
    found?.push({ error, place: typeof place === 'function' ? place : () => place })
    return undefined
  }
  try {
    const result = act()
    return result instanceof Promise ? (result.catch(record) as T) : result
  } catch (error) {
    return record(error)
  }
}

/** As `attempt`, for each of a list; gives the results of those that went well. */
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

/** As `attemptEach`, for parts without which the whole makes no sense: gives a result for each, or ends the attempt around it. */
export function attemptAll<Item, T>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  act: (item: Item) => T,
): T[] {
  const results = attemptEach(items, placeOf, act)
  if (results.length < items.length) throw new AlreadyRecorded()
  return results
}

/** Whether mistakes are collected at this moment. */
export function isChecking(): boolean {
  return found !== undefined
}

/** What is thrown for what follows from a mistake that has been recorded. */
class AlreadyRecorded extends Error {}

/** Runs `act`, and gives what was thrown in all attempts on the way. One check runs at a time. */
export async function collectMistakes(act: () => Promise<unknown>): Promise<Mistake[]> {
  const collected: NonNullable<typeof found> = (found = [])
  try {
    await act()
  } catch (error) {
    collected.push({ error, place: () => ({ name: '', at: '' }) })
  } finally {
    found = undefined
  }
  return collected.map(({ error, place }) => ({ error, place: place() }))
}
