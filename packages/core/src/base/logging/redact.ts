import { sensitiveNames } from './sensitive.ts'
import { hideCommands } from './thrown.ts'

/** The names of secret values, already normalized in the same way as by `normalize`, to save time at startup. */
const secretNames = [
  'password',
  'passwd',
  'newpassword',
  'oldpassword',
  'currentpassword',
  'passphrase',
  'secret',
  'clientsecret',
  'privatekey',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'jwt',
  'dpop',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'sessionid',
  'apikey',
  'xapikey',
]

const redacted = '[redacted]'
const unreadable = '[unreadable]'

/** The maximum depth. Deeper values are neither searched nor written. */
const maxDepth = 200

/** The maximum number of names to cache. */
const maxCached = 1000

/** Copies objects and redacts the values of secret names at any depth. Strings are not searched. */
export class Redaction {
  readonly #names: ReadonlySet<string>
  readonly #isSecretByName = new Map<string, boolean>()

  /** Also redacts fields with the names in `additionalNames`. Case, `_`, `-` and white space are ignored. */
  constructor(additionalNames: readonly string[] = []) {
    this.#names = new Set([...secretNames, ...additionalNames.map(normalize)])
  }

  /**
   * Returns the object itself if nothing in it must be replaced, else a redacted copy. The property `except` stays
   * unchanged. `origin` is the object that `object` was created from; the class of `origin`
   * determines which properties are `@Sensitive()`. Never throws.
   */
  apply(object: object, except?: string, origin = object): object {
    try {
      return this.#copyObject(object, undefined, 0, except, sensitiveNames(origin)) as object
    } catch {
      return { unreadable: true }
    }
  }

  /** True if the value of a name must not be written. */
  isSecret(key: string): boolean {
    const known = this.#isSecretByName.get(key)
    if (known !== undefined) return known
    const isSecret = key.length <= 100 && this.#names.has(normalize(key))
    if (this.#isSecretByName.size >= maxCached) this.#isSecretByName.clear()
    this.#isSecretByName.set(key, isSecret)
    return isSecret
  }

  #copy(value: object, copies: Map<object, unknown>, depth: number): unknown {
    if (ArrayBuffer.isView(value)) return value
    if (depth > maxDepth) return '[too deep]'
    if (copies.has(value)) return copies.get(value)
    copies.set(value, '[Circular]')
    if (value instanceof Error) hideCommands(value)
    const copy = this.#tryCopy(value, copies, depth)
    copies.set(value, copy)
    return copy
  }

  #tryCopy(value: object, copies: Map<object, unknown>, depth: number): unknown {
    try {
      const { toJSON } = value as { readonly toJSON?: unknown }
      if (typeof toJSON !== 'function') return this.#copyObject(value, copies, depth)
      const json: unknown = toJSON.call(value)
      if (json === value) return this.#copyObject(value, copies, depth)
      const names = sensitiveNames(value)
      const isPlain = typeof json !== 'object' || json === null
      const copy = isPlain ? json : this.#copyObject(json, copies, depth + 1, undefined, names)
      return copy === json ? value : copy
    } catch {
      return unreadable
    }
  }

  /** Redacts an object. Copies it only if a value changes. */
  #copyObject(
    value: object,
    known: Map<object, unknown> | undefined,
    depth: number,
    except?: string,
    sensitive: ReadonlySet<string> = sensitiveNames(value),
  ): unknown {
    let changed: Record<string, unknown> | undefined
    let copies = known
    const source = value as Record<string, unknown>
    for (const key of Object.keys(value)) {
      if (key === except) continue
      const isSecret = sensitive.has(key) || this.isSecret(key)
      const found = isSecret ? redacted : readProperty(source, key)
      const isPlain = isSecret || typeof found !== 'object' || found === null
      const copy = isPlain ? found : this.#copy(found, (copies ??= new Map()), depth + 1)
      if (!isSecret && copy === found && found !== unreadable) continue
      changed ??= (
        Array.isArray(value) ? [...(value as unknown[])] : shallowCopy(source)
      ) as Record<string, unknown>
      changed[key] = copy
    }
    return changed ?? value
  }
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '')
}

function readProperty(source: Record<string, unknown>, key: string): unknown {
  try {
    return source[key]
  } catch {
    return unreadable
  }
}

/** Copies an object. If a getter throws, its value is replaced. */
function shallowCopy(source: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(source)) {
    Object.defineProperty(copy, key, {
      value: readProperty(source, key),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return copy
}
