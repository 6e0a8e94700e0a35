/** Thrown if a key in `FW_KEYS` is too short to be safe. */
export class KeyTooShort extends Error {
  override readonly name = 'KeyTooShort'

  constructor(index: number, minLength: number) {
    super(
      `Key ${index} of FW_KEYS is too short: each needs ${minLength} characters or more. Separate keys with commas. ${createKey}`,
    )
  }
}

/** Thrown if a cookie needs a key, but `FW_KEYS` is not set. */
export class KeysMissing extends Error {
  override readonly name = 'KeysMissing'

  constructor() {
    super(`FW_KEYS is not set, and signed or sealed cookies need a key. ${createKey}`)
  }
}

/** Thrown if the package for sealed cookies is not installed. */
export class SealingNotInstalled extends Error {
  override readonly name = 'SealingNotInstalled'

  constructor(cause?: unknown) {
    super(
      'Sealed cookies, and sessions without a SessionStore, need iron-webcrypto. Run: npm install iron-webcrypto',
      { cause },
    )
  }
}

/** Thrown if the body of a request is needed, but was already consumed without a copy. */
export class RequestBodyAlreadyRead extends Error {
  override readonly name = 'RequestBodyAlreadyRead'

  constructor(cause?: unknown) {
    super(
      'The request body was already read, and no copy was kept. Await request.bytes() before any other code reads it, such as middleware.',
      { cause },
    )
  }
}

const createKey = 'Create one with: node -p "crypto.randomBytes(32).toString(\'base64url\')"'
