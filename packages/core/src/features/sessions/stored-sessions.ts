import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { HttpError } from '../../http/message/http-error.ts'
import { CircuitBreaker } from '../middleware/circuit-breaker.ts'
import { isAlive, type SessionBackend } from './session-backend.ts'
import type { LoadedSession } from './session-state.ts'
import {
  applyChange,
  type SessionChange,
  type SessionStore,
  type StoredSession,
} from './session-store.ts'

/** The time for which a replaced id can still be read, in milliseconds, for requests that are already on their way. */
const replacedLifetime = 10_000

/** Fields that contain the session's key under its next and previous id. Fields of a class cannot have these names. */
const nextKeyField = '=next'
const previousKeyField = '=previous'

/**
 * The expiry of `endAll` records: never, because this process does not know the session lifetimes in other processes.
 */
const noExpiry = Number.MAX_SAFE_INTEGER

/**
 * Keeps sessions in a `SessionStore`, which only receives SHA-256 hashes of the ids. If the store takes too long, the
 * response is 503.
 */
export class StoredSessions implements SessionBackend {
  readonly #store: SessionStore
  readonly #breaker = new CircuitBreaker(unavailable)

  constructor(store: SessionStore) {
    this.#store = store
  }

  find(token: string, now: number): MaybePromise<LoadedSession | undefined> {
    if (!/^[\w-]{43}$/u.test(token)) return undefined
    const key = keyOf(token)
    return andThen(
      this.#call(() => this.#store.read(key, now)),
      (session) => {
        if (!session || !isAlive(session, now)) return undefined
        const { endsAt, expiresAt, isReplaced } = session
        const { [nextKeyField]: _next, [previousKeyField]: _previous, ...fields } = session.fields
        return { fields, endsAt, expiresAt, isReplaced, token, key }
      },
    )
  }

  async create(session: StoredSession, now: number): Promise<string> {
    const token = createToken()
    await this.#call(() => this.#store.create(keyOf(token), session, now))
    return token
  }

  update(loaded: LoadedSession, change: SessionChange, now: number): MaybePromise<boolean> {
    return this.#call(() => this.#store.update(keyOfLoaded(loaded), change, now))
  }

  async replace(
    loaded: LoadedSession,
    change: SessionChange,
    now: number,
  ): Promise<string | undefined> {
    const oldKey = keyOfLoaded(loaded)
    const token = createToken()
    const key = keyOf(token)
    const until = Math.min(now + replacedLifetime, loaded.expiresAt)
    const old = await this.#call(() =>
      this.#store.replace(oldKey, until, now, { [nextKeyField]: key }),
    )
    if (!old) return undefined
    const fields = {
      ...applyChange(old.fields, change.set, change.remove),
      [previousKeyField]: oldKey,
    }
    const session = { ...old, fields, expiresAt: change.expiresAt }
    await this.#call(() => this.#store.create(key, session, now))
    // If the session was ended in the meantime, only its old id was deleted, so the new one must be deleted here.
    if (await this.#call(() => this.#store.read(oldKey, now))) return token
    await this.#call(() => this.#store.delete(key))
    return undefined
  }

  async delete(loaded: LoadedSession, now: number): Promise<void> {
    const keys = new Set([keyOfLoaded(loaded)])
    for (const key of keys) {
      // Ending a session replaces it, and a replaced session cannot be replaced again. So these fields are final.
      const fields = await this.#end(key, now)
      for (const linkedKey of [fields?.[nextKeyField], fields?.[previousKeyField]])
        if (linkedKey) keys.add(linkedKey)
    }
  }

  /** Deletes a session. Returns its final fields; undefined if it does not exist. */
  async #end(key: string, now: number): Promise<StoredSession['fields'] | undefined> {
    const last =
      (await this.#call(() => this.#store.replace(key, now + replacedLifetime, now, {}))) ??
      (await this.#call(() => this.#store.read(key, now)))
    if (last) await this.#call(() => this.#store.delete(key))
    return last?.fields
  }

  async endAll(owner: string, now: number): Promise<void> {
    const key = keyOf(`=owner ${owner}`)
    const fields = { endedAt: String(now) }
    const change = { set: fields, remove: [], expiresAt: noExpiry }
    if (await this.#call(() => this.#store.update(key, change, now))) return
    try {
      const record = { fields, endsAt: noExpiry, expiresAt: noExpiry, isReplaced: false }
      await this.#call(() => this.#store.create(key, record, now))
    } catch (error) {
      // Another request may have created the record at the same time.
      if (!(await this.#call(() => this.#store.update(key, change, now)))) throw error
    }
  }

  async endedAt(owner: string, now: number): Promise<number | undefined> {
    const record = await this.#call(() => this.#store.read(keyOf(`=owner ${owner}`), now))
    const text = record?.fields['endedAt']
    return text === undefined ? undefined : Number(text)
  }

  #call<T>(call: () => MaybePromise<T>): MaybePromise<T> {
    return this.#breaker.run(call)
  }
}

function createToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

function unavailable(reason: string): HttpError {
  const headers = { 'retry-after': '5', 'cache-control': 'no-store' }
  const cause = new Error(`The session store: ${reason}`)
  return new HttpError(503, 'Sessions are not available.', { headers, cause })
}

function keyOfLoaded({ key, token }: LoadedSession): string {
  return key ?? keyOf(token)
}

type Digest = (text: string) => string

let digest: Digest | undefined

function keyOf(token: string): string {
  return (digest ??= chooseDigest())(token)
}

/** Returns the hash function. `crypto.hash` takes half the time, but not every platform has it. */
function chooseDigest(): Digest {
  const { hash, createHash } = process.getBuiltinModule('node:crypto')
  return typeof hash === 'function'
    ? (text) => hash('sha256', text, 'base64url')
    : (text) => createHash('sha256').update(text).digest('base64url')
}
