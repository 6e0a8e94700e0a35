import type { SessionData } from './session-data.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** A session that was found by its cookie. */
export interface LoadedSession extends StoredSession {
  /** The cookie value. */
  readonly token: string
  /** The key in the store. Absent for sealed sessions. */
  readonly key?: string
}

/** The signed-in caller, as stored in sessions. */
export interface SignedInCaller {
  /** The issuer and id in one string. */
  readonly key: string
  readonly id: string
  readonly issuer?: string | undefined
  readonly tenant?: string | undefined
  readonly clientId?: string | undefined
  readonly scopes: readonly string[] | 'all'
  readonly roles: readonly string[] | 'all'
  readonly claims: Readonly<Record<string, unknown>>
  /** The time of sign-in, in milliseconds since the epoch. */
  readonly at: number
}

/** The stored field with the signed-in caller. Fields of a class cannot have this name. */
const callerField = '=caller'

/** The state of a session during one request: the stored session and its changes. */
export class SessionState {
  /** The stored session; undefined for a new one. */
  loaded: LoadedSession | undefined
  /** The stored session before `end` was called. */
  ended: LoadedSession | undefined
  isRotated = false
  readonly #codec: SessionData
  #data: object
  /** The data before the request, as JSON by field. */
  #before: Readonly<Record<string, string>>
  #isClosed = false
  /** True if the stored data matches the class. */
  readonly #isReadable: boolean
  #copy: object | undefined
  /** The signed-in caller as JSON, or undefined. */
  #caller: string | undefined

  constructor(codec: SessionData, loaded: LoadedSession | undefined) {
    this.loaded = loaded
    this.#codec = codec
    const data = loaded && codec.read(loaded.fields)
    this.#isReadable = data !== undefined
    this.#data = data ?? codec.create()
    // If the stored fields are complete, they are equal to the result of `write`.
    this.#before = data && codec.isComplete(loaded.fields) ? loaded.fields : codec.write(this.#data)
    this.#caller = loaded?.fields[callerField]
  }

  /** The signed-in caller, or undefined. */
  get caller(): SignedInCaller | undefined {
    return this.#caller === undefined ? undefined : (JSON.parse(this.#caller) as SignedInCaller)
  }

  /** Signs the caller in under a new id. If the session was read under a replaced id, a new session is started. */
  signIn(caller: SignedInCaller): void {
    this.rotate()
    if (this.loaded?.isReplaced) this.loaded = undefined
    this.#caller = JSON.stringify(caller)
  }

  /** The data. After the response head was sent, this is a frozen copy. */
  get data(): object {
    if (!this.#isClosed) return this.#data
    return (this.#copy ??= deepFreeze(
      this.#codec.read(this.#codec.write(this.#data)) ?? this.#data,
    ))
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
    this.ended ??= this.loaded
    this.loaded = undefined
    this.isRotated = false
    this.#caller = undefined
    this.#data = this.#codec.create()
    this.#before = this.#codec.write(this.#data)
  }

  /** Freezes the session: changes from now on throw. */
  close(): void {
    this.#isClosed = true
    Object.freeze(this.#data)
  }

  /** Returns the changes to store; undefined if nothing changed. Throws `SessionDataInvalid`. */
  change(): Omit<SessionChange, 'expiresAt'> | undefined {
    const before = this.#before
    const after = this.#codec.write(this.#data)
    const set: Record<string, string> = {}
    let isChanged = this.#caller !== this.loaded?.fields[callerField]
    for (const name of Object.keys(after)) {
      if (after[name] === before[name]) continue
      set[name] = after[name] as string
      isChanged = true
    }
    const remove = Object.keys(before).filter((name) => !(name in after))
    if (!isChanged && remove.length === 0) return undefined
    this.#codec.refuseUnreadable(after)
    if (!this.loaded) return { set: this.#withCaller(after), remove: [] }
    if (this.#isReadable) return { set: this.#withCaller(set), remove }
    // The stored data does not match the class, so all of it is replaced.
    const oldNames = Object.keys(this.loaded.fields).filter((name) => !(name in after))
    return { set: this.#withCaller(after), remove: oldNames.filter((name) => name !== callerField) }
  }

  #withCaller(fields: Record<string, string>): Record<string, string> {
    return this.#caller === undefined ? fields : { ...fields, [callerField]: this.#caller }
  }

  #refuseLate(): void {
    if (!this.#isClosed) return
    throw new TypeError(
      'The session was changed too late: the headers of the response were already sent. Change it before the method returns.',
    )
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).map(deepFreeze)
  return value
}
