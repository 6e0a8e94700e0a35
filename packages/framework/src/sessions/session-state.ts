import type { SessionData } from './session-data.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** A session that a cookie has led to. */
export interface FoundSession extends StoredSession {
  /** The value of the cookie. */
  readonly token: string
  /** Its key in the store, if there is a store. */
  readonly key?: string
}

/** Who has signed in, as sessions keep it. */
export interface SignedIn {
  /** Issuer and id. */
  readonly key: string
  readonly id: string
  readonly issuer?: string | undefined
  readonly tenant?: string | undefined
  readonly clientId?: string | undefined
  readonly scopes: readonly string[] | 'all'
  readonly roles: readonly string[] | 'all'
  readonly claims: Readonly<Record<string, unknown>>
  /** When: milliseconds since the epoch. */
  readonly at: number
}

/** No field of a class has this name. */
const callerField = '=caller'

/** One session while a request is answered: what was found, and what has changed. */
export class SessionState {
  /** Undefined for a new one. */
  found: FoundSession | undefined
  /** What was there before `end`. */
  ended: FoundSession | undefined
  isRotated = false
  readonly #kind: SessionData
  #data: object
  /** The data as it was, as JSON by field. */
  #before: Readonly<Record<string, string>>
  #isClosed = false
  /** Whether what was found still fits. */
  readonly #isReadable: boolean
  #copy: object | undefined
  /** Who has signed in, as JSON; undefined for nobody. */
  #caller: string | undefined

  constructor(kind: SessionData, found: FoundSession | undefined) {
    this.found = found
    this.#kind = kind
    const data = found && kind.read(found.fields)
    this.#isReadable = data !== undefined
    this.#data = data ?? kind.create()
    // The stored fields are the ones that would be written.
    this.#before = data && kind.isWhole(found.fields) ? found.fields : kind.write(this.#data)
    this.#caller = found?.fields[callerField]
  }

  /** Who has signed in; undefined for nobody. */
  get caller(): SignedIn | undefined {
    return this.#caller === undefined ? undefined : (JSON.parse(this.#caller) as SignedIn)
  }

  /** Signs in under a new id; a session read by its replaced id begins another one. */
  signIn(caller: SignedIn): void {
    this.rotate()
    if (this.found?.isReplaced) this.found = undefined
    this.#caller = JSON.stringify(caller)
  }

  /** A frozen copy once the head was sent. */
  get data(): object {
    if (!this.#isClosed) return this.#data
    return (this.#copy ??= frozen(this.#kind.read(this.#kind.write(this.#data)) ?? this.#data))
  }

  set data(data: object) {
    this.#refuseLate()
    this.#data = data
  }

  rotate(): void {
    this.#refuseLate()
    this.isRotated = true
  }

  end(): void {
    this.#refuseLate()
    this.ended ??= this.found
    this.found = undefined
    this.isRotated = false
    this.#caller = undefined
    this.#data = this.#kind.create()
    this.#before = this.#kind.write(this.#data)
  }

  /** Nothing is changed from here on. */
  close(): void {
    this.#isClosed = true
    Object.freeze(this.#data)
  }

  /** The changes to store; undefined if there are none. Throws `SessionDataInvalid`. */
  change(): Omit<SessionChange, 'expiresAt'> | undefined {
    const before = this.#before
    const after = this.#kind.write(this.#data)
    const set: Record<string, string> = {}
    let isChanged = this.#caller !== this.found?.fields[callerField]
    for (const name of Object.keys(after)) {
      if (after[name] === before[name]) continue
      set[name] = after[name] as string
      isChanged = true
    }
    const remove = Object.keys(before).filter((name) => !(name in after))
    if (!isChanged && remove.length === 0) return undefined
    this.#kind.refuseUnreadable(after)
    if (!this.found) return { set: this.#withCaller(after), remove: [] }
    if (this.#isReadable) return { set: this.#withCaller(set), remove }
    // Data that no longer fits is removed entirely.
    const old = Object.keys(this.found.fields).filter((name) => !(name in after))
    return { set: this.#withCaller(after), remove: old.filter((name) => name !== callerField) }
  }

  #withCaller(fields: Record<string, string>): Record<string, string> {
    return this.#caller === undefined ? fields : { ...fields, [callerField]: this.#caller }
  }

  #refuseLate(): void {
    if (!this.#isClosed) return
    throw new TypeError(
      'The session is changed too late: the head of the answer has gone. Change it before the method returns.',
    )
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).map(frozen)
  return value
}
