import type { KeyedStore } from '../../base/stores/keyed-store.ts'
import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import {
  applyChange,
  SessionStore,
  type SessionChange,
  type StoredSession,
} from './session-store.ts'

/**
 * Stores each session as a record. The version of the record prevents concurrent requests from overwriting each other's
 * changes.
 */
export class KeyedSessions extends SessionStore {
  readonly #records: KeyedStore<StoredSession>

  constructor(records: KeyedStore<StoredSession>) {
    super()
    this.#records = records
  }

  read(key: string): MaybePromise<StoredSession | undefined> {
    return andThen(this.#records.get(key), (record) => record?.value)
  }

  create(key: string, session: StoredSession, now: number): MaybePromise<void> {
    const { expiresAt } = session
    return andThen(this.#records.put(key, { value: session, expiresAt }, now), (isNew) => {
      if (!isNew)
        throw new Error('create: a session with this key already exists. Pass a new random key.')
    })
  }

  update(
    key: string,
    { set, remove, expiresAt }: SessionChange,
    now = Date.now(),
  ): MaybePromise<boolean> {
    const before = this.#change(key, now, ({ fields }) => ({
      fields: applyChange(fields, set, remove),
      expiresAt,
    }))
    return andThen(before, (session) => session !== undefined)
  }

  replace(
    key: string,
    until: number,
    now: number,
    set: SessionChange['set'] = {},
  ): MaybePromise<StoredSession | undefined> {
    return this.#change(key, now, ({ fields }) => ({
      fields: { ...fields, ...set },
      expiresAt: until,
      isReplaced: true,
    }))
  }

  delete(key: string): MaybePromise<void> {
    return this.#records.delete(key)
  }

  /** Returns the session before the change; undefined if it does not exist or was replaced. */
  #change(
    key: string,
    now: number,
    changeOf: (session: StoredSession) => Partial<StoredSession>,
  ): MaybePromise<StoredSession | undefined> {
    const before = this.#records.change(key, now, (record) => {
      if (!record || record.value.isReplaced) return undefined
      const value = { ...record.value, ...changeOf(record.value) }
      return { value, expiresAt: value.expiresAt }
    })
    return andThen(before, (record) => record?.value)
  }
}
