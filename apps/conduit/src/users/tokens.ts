import { Config } from '@fw/core'
import { jwtVerify, SignJWT } from 'jose'

/** Tokens of sixty days, signed with CONDUIT_SECRET. */
export class Tokens {
  readonly #secret: Uint8Array

  constructor(config: Config) {
    const secret = config.string('CONDUIT_SECRET')
    if (secret.length < 32) throw new RangeError('CONDUIT_SECRET has 32 characters or more.')
    this.#secret = new TextEncoder().encode(secret)
  }

  issue(userId: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userId))
      .setExpirationTime('60 days')
      .sign(this.#secret)
  }

  /** Returns the user of a token; undefined if it is not valid or has expired. */
  async read(token: string): Promise<number | undefined> {
    const verified = await jwtVerify(token, this.#secret, { algorithms: ['HS256'] }).catch(
      () => undefined,
    )
    return verified && Number(verified.payload.sub)
  }
}
