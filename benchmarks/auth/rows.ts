import type { VerifiedRow } from '../http/verified-row.ts'
import { caller, credentials } from './credentials.ts'

const json = /^application\/json(?:; charset=utf-8)?$/iu

export const rows = {
  public: {
    ...get('/public'),
    answer: JSON.stringify({ message: 'Hello, World!' }),
    answerHeaders: { 'content-type': json },
  },
  key: guarded('/key', credentials.key),
  es256: guarded('/es256', credentials.tokens.es256),
  rs256: guarded('/rs256', credentials.tokens.rs256),
} satisfies Record<string, VerifiedRow>

export type RowName = keyof typeof rows

function get(path: string) {
  return { method: 'GET', path, status: 200 }
}

/** Who calls is answered, for nobody else to keep; what is forged is refused. */
function guarded(path: string, credential: string): VerifiedRow {
  return {
    ...get(path),
    headers: { authorization: `Bearer ${credential}` },
    answer: JSON.stringify({ id: caller }),
    answerHeaders: {
      'content-type': json,
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
    },
    check: async (port) => {
      const address = `http://127.0.0.1:${port}${path}`
      // Of the signature: its last character holds unused bits.
      const forged = credential.replace(/.(?=.{8}$)/u, (digit) => (digit === 'a' ? 'b' : 'a'))
      const missing = await fetch(address)
      const wrong = await fetch(address, { headers: { authorization: `Bearer ${forged}` } })
      if (missing.status === 401 && wrong.status === 401) return
      throw new Error(`${path} answers ${missing.status} to nobody, ${wrong.status} to a forgery.`)
    },
  }
}
