import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The PEM files of a certificate, with the CA that has to have signed those of the other end. */
export interface CertificateFiles {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/** Certificates of a CA made for the test, by `openssl`. */
export class Certificates {
  readonly #folder: string
  readonly ca: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    this.ca = join(folder, 'ca.pem')
    const key = join(folder, 'ca.key')
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-days',
      '2',
      '-subj',
      '/CN=ca',
      '-keyout',
      key,
      '-out',
      this.ca,
    )
  }

  /** Signs a certificate for a host or a user. A negative number of days makes one that has expired. */
  sign(name: string, days = 2): CertificateFiles {
    const [cert, key, request] = ['pem', 'key', 'csr'].map((end) =>
      join(this.#folder, `${name}${days}.${end}`),
    ) as [string, string, string]
    const names = `subjectAltName=DNS:${name}`
    openssl(
      'req',
      ...newKey,
      '-subj',
      `/CN=${name}`,
      '-addext',
      names,
      '-keyout',
      key,
      '-out',
      request,
    )
    const authority = ['-CA', this.ca, '-CAkey', join(this.#folder, 'ca.key')]
    openssl(
      'x509',
      '-req',
      '-in',
      request,
      ...authority,
      '-days',
      String(days),
      '-copy_extensions',
      'copy',
      '-out',
      cert,
    )
    chmodSync(key, 0o600)
    return { ca: this.ca, cert, key }
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

function openssl(...words: string[]): void {
  execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] })
}
