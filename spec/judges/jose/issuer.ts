import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './token.ts'

export const keys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ed: generateKeyPairSync('ed25519'),
  otherRsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  otherEc: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  otherEd: generateKeyPairSync('ed25519'),
  weakRsa: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  x25519: generateKeyPairSync('x25519'),
  ed448: generateKeyPairSync('ed448'),
}

/** The public key as a JWK, with further members. */
export function jwkOf(key: KeyObject, members: Json = {}): Json {
  return { ...key.export({ format: 'jwk' }), ...members }
}

/** The key set of the issuer whose tokens most cases change. */
export const usualSet = {
  keys: [
    jwkOf(keys.rsa.publicKey, { kid: 'rsa', use: 'sig' }),
    jwkOf(keys.ec.publicKey, { kid: 'ec', use: 'sig' }),
    jwkOf(keys.ed.publicKey, { kid: 'ed', use: 'sig' }),
  ],
}

/** An issuer on this machine with a key set for each name. */
export class KeySets implements AsyncDisposable {
  readonly #sets: ReadonlyMap<string, unknown>
  readonly #server = createServer((request, response) => {
    const set = this.#sets.get((request.url ?? '').slice(1))
    response.writeHead(set === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(set))
  })
  #origin = ''

  private constructor(sets: ReadonlyMap<string, unknown>) {
    this.#sets = sets
  }

  static async start(sets: ReadonlyMap<string, unknown>): Promise<KeySets> {
    const keySets = new KeySets(sets)
    await new Promise<void>((resolve) => keySets.#server.listen(0, '127.0.0.1', resolve))
    keySets.#origin = `http://127.0.0.1:${(keySets.#server.address() as AddressInfo).port}`
    return keySets
  }

  /** The address of a set; undefined if there is none of this name. */
  addressOf(name: string): string | undefined {
    return this.#sets.has(name) ? `${this.#origin}/${name}` : undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
