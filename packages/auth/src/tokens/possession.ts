import { createHash } from 'node:crypto'
import {
  AuthenticationUnavailable,
  CredentialRefused,
  type Config,
  type Credential,
  type HttpRequest,
} from '@fw/core'
import { checkEndpoint } from '../keys/fetch-json.ts'
import { MemoryReplays, type ReplayStore } from '../stores/replay-store.ts'
import { createBreaker } from '../stores/store-breaker.ts'
import { proofTolerance, readDpopProof, type DpopProof } from './dpop-proof.ts'
import { ProofNonces } from './proof-nonces.ts'

/** Options for tokens that are bound to a key of the client (DPoP). */
export interface DpopOptions {
  /** The mode. With `required`, tokens that are not bound to a key are rejected. */
  readonly mode: 'optional' | 'required'
  /**
   * The store for the ids of proofs, because each proof can be used only once. Default: the memory of this process, if
   * no other process serves requests.
   */
  readonly replays?: ReplayStore
  /**
   * A secret of at least 32 characters, the same in all processes. If set, proofs must contain a nonce that was created
   * with it.
   */
  readonly nonce?: string
}

/** The option `dpop`: off, a mode, or an object with all options. */
export type GivenDpop = 'off' | DpopOptions['mode'] | DpopOptions

/** Checks that a token is sent with a proof signed by the key to which the token is bound. */
export class Possession {
  /** The accepted schemes of the header `Authorization`. */
  readonly schemeNames: readonly string[]
  readonly #isOff: boolean
  /** The store for the ids of proofs; undefined if DPoP is off. */
  readonly #replays: ReplayStore | undefined
  readonly #breaker = createBreaker('DPoP proof')
  readonly #nonces: ProofNonces | undefined
  #publicUrl = ''

  /**
   * Throws a `TypeError` for a secret that could be guessed, and `StoreNotShared` if the default store is not shared by
   * all processes.
   */
  constructor(option: GivenDpop = 'off') {
    const { mode, replays, nonce } = typeof option === 'object' ? option : { mode: option }
    this.schemeNames = schemeNamesOf[mode]
    this.#isOff = mode === 'off'
    this.#replays = replays ?? (this.#isOff ? undefined : new MemoryReplays())
    this.#nonces = nonce === undefined ? undefined : new ProofNonces(nonce)
  }

  /** Reads the public URL. Throws if it is missing or not secure, unless DPoP is off. */
  attach(config: Config): void {
    if (this.#isOff) return
    this.#publicUrl = config.string('FW_PUBLIC_URL').replace(/\/$/u, '')
    checkEndpoint('FW_PUBLIC_URL', this.#publicUrl)
  }

  /** Throws or rejects with `CredentialRefused` unless the claim `cnf` of a token, its scheme and its proof match. */
  check(cnf: unknown, { text, word, request }: Credential): void | Promise<void> {
    const thumbprint = thumbprintIn(cnf)
    if (cnf !== undefined && (this.#isOff || thumbprint === undefined)) {
      throw new CredentialRefused('it is bound to a key that this scheme does not check')
    }
    if (word !== 'DPoP' || !request) return this.#requireUnbound(thumbprint)
    if (thumbprint === undefined) throw new CredentialRefused('it is not bound to a key')
    return this.#checkProof(thumbprint, request, text)
  }

  async #checkProof(thumbprint: string, request: HttpRequest, text: string): Promise<void> {
    const proof = await this.#readProof(request, text)
    if (proof.thumbprint !== thumbprint) {
      throw new CredentialRefused(
        'the DPoP proof is signed with another key than that of the token',
      )
    }
    this.#nonces?.check(proof.nonce)
    await this.#claim(proof)
  }

  #requireUnbound(thumbprint: string | undefined): void {
    if (thumbprint === undefined && this.schemeNames.includes('Bearer')) return
    throw new CredentialRefused('it needs a DPoP proof')
  }

  #readProof(request: HttpRequest, token: string): Promise<DpopProof> {
    const { method, path } = request
    return readDpopProof(request.header('dpop'), {
      method,
      url: this.#publicUrl + path,
      token,
    })
  }

  async #claim({ thumbprint, jti, iat }: DpopProof): Promise<void> {
    const key = createHash('sha256').update(`${thumbprint} ${jti}`).digest('base64url')
    // Twice the tolerance, because the clocks of processes that share a store may differ, too.
    const until = (iat + 2 * proofTolerance) * 1000
    if (!(await this.#isNew(key, until))) {
      throw new CredentialRefused('the DPoP proof has been used before')
    }
  }

  async #isNew(key: string, until: number): Promise<boolean> {
    try {
      return (await this.#breaker.run(() => this.#replays?.claim(key, until) ?? false)) === true
    } catch (error) {
      throw new AuthenticationUnavailable('The DPoP proof store failed.', { cause: error })
    }
  }
}

const schemeNamesOf = { off: ['Bearer'], optional: ['Bearer', 'DPoP'], required: ['DPoP'] } as const

function thumbprintIn(cnf: unknown): string | undefined {
  const { jkt } = (typeof cnf === 'object' && cnf ? cnf : {}) as { readonly jkt?: unknown }
  return typeof jkt === 'string' ? jkt : undefined
}
