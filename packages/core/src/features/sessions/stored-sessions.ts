import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { HttpError } from '../../http/message/http-error.ts'
import { CircuitBreaker } from '../middleware/circuit-breaker.ts'
import { isAlive, type SessionKeeper } from './session-keeper.ts'
import type { FoundSession } from './session-state.ts'
import {
  changed,
  type SessionChange,
  type SessionStore,
  type StoredSession,
} from './session-store.ts'

/** The time for which a replaced id can still be read, in milliseconds, for requests that are already on their way. */
const afterlife = 10_000

/** Fields that contain the session's key under its next and previous id. Fields of a class cannot have these names. */
const next = '=next'
const previous = '=previous'

/**
 * The expiry of `endAll` records: never, because this process does not know the session lifetimes in other processes.
 */
const until = Number.MAX_SAFE_INTEGER

/**
 * Keeps sessions in a `SessionStore`, which only receives SHA-256 hashes of the ids. If the store takes too long, the
 * response is 503.
 */
export class StoredSessions implements SessionKeeper {
  readonly #store: SessionStore
  readonly #breaker = new CircuitBreaker(unavailable)

  constructor(store: SessionStore) {
    this.#store = store
  }

  find(token: string, now: number): MaybePromise<FoundSession | undefined> {
    if (!/^[\w-]{43}$/u.test(token)) return undefined
    const key = keyOf(token)
    return andThen(
      this.#ask(() => this.#store.read(key, now)),
      (session) => {
        if (!session || !isAlive(session, now)) return undefined
        const { endsAt, expiresAt, isReplaced } = session
        const { [next]: _next, [previous]: _previous, ...fields } = session.fields
        return { fields, endsAt, expiresAt, isReplaced, token, key }
      },
    )
  }

  async create(session: StoredSession, now: number): Promise<string> {
    const token = createToken()
    await this.#ask(() => this.#store.create(keyOf(token), session, now))
    return token
  }

  update(found: FoundSession, change: SessionChange, now: number): MaybePromise<boolean> {
    return this.#ask(() => this.#store.update(keyOfFound(found), change, now))
  }

  async replace(
    found: FoundSession,
    change: SessionChange,
    now: number,
  ): Promise<string | undefined> {
    const oldKey = keyOfFound(found)
    const token = createToken()
    const key = keyOf(token)
    const until = Math.min(now + afterlife, found.expiresAt)
    const old = await this.#ask(() => this.#store.replace(oldKey, until, now, { [next]: key }))
    if (!old) return undefined
    const fields = { ...changed(old.fields, change.set, change.remove), [previous]: oldKey }
    const session = { ...old, fields, expiresAt: change.expiresAt }
    await this.#ask(() => this.#store.create(key, session, now))
    // If the session was ended in the meantime, only its old id was deleted, so the new one must be deleted here.
    if (await this.#ask(() => this.#store.read(oldKey, now))) return token
    await this.#ask(() => this.#store.delete(key))
    return undefined
  }

  async delete(found: FoundSession, now: number): Promise<void> {
    const keys = new Set([keyOfFound(found)])
    for (const key of keys) {
      // A replaced session cannot be replaced again, so its fields are final.
      const fields = await this.#end(key, now)
      for (const link of [fields?.[next], fields?.[previous]]) if (link) keys.add(link)
    }
  }

  /** Deletes a session. Returns its final fields; undefined if it does not exist. */
  async #end(key: string, now: number): Promise<StoredSession['fields'] | undefined> {
    const last =
      (await this.#ask(() => this.#store.replace(key, now + afterlife, now, {}))) ??
      (await this.#ask(() => this.#store.read(key, now)))
    if (last) await this.#ask(() => this.#store.delete(key))
    return last?.fields
  }

  async endAll(owner: string, now: number): Promise<void> {
    const key = keyOf(`=owner ${owner}`)
    const fields = { endedAt: String(now) }
    const change = { set: fields, remove: [], expiresAt: until }
    if (await this.#ask(() => this.#store.update(key, change, now))) return
    try {
      const mark = { fields, endsAt: until, expiresAt: until, isReplaced: false }
      await this.#ask(() => this.#store.create(key, mark, now))
    } catch (error) {
      // Another request may have created the record at the same time.
      if (!(await this.#ask(() => this.#store.update(key, change, now)))) throw error
    }
  }

  async endedAt(owner: string, now: number): Promise<number | undefined> {
    const mark = await this.#ask(() => this.#store.read(keyOf(`=owner ${owner}`), now))
    const text = mark?.fields['endedAt']
    return text === undefined ? undefined : Number(text)
  }

  #ask<T>(call: () => MaybePromise<T>): MaybePromise<T> {
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

function keyOfFound({ key, token }: FoundSession): string {
  return key ?? keyOf(token)
}

type Digest = (text: string) => string

let digest: Digest | undefined

function keyOf(token: string): string {
  return (digest ??= chooseDigest())(token)
}

/** Uses `crypto.hash` if the platform has it, because it takes half the time. */
function chooseDigest(): Digest {
  const { hash, createHash } = process.getBuiltinModule('node:crypto')
  return typeof hash === 'function'
    ? (text) => hash('sha256', text, 'base64url')
    : (text) => createHash('sha256').update(text).digest('base64url')
}
