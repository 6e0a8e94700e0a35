import type { TimedRequest } from '../http/rows.ts'
import type { VerifiedRow } from '../http/verified-row.ts'
import { requests } from '../mcp/messages.ts'
import { isResult } from '../mcp/verify.ts'
import { caller, credentials, tokensOf } from './credentials.ts'

const json = /^application\/json(?:; charset=utf-8)?$/iu

export const rows = {
  public: {
    ...get('/public'),
    answer: JSON.stringify({ message: 'Hello, World!' }),
    answerHeaders: { 'content-type': json },
  },
  key: guarded('/key', credentials.key),
  // Callers send one token until it expires.
  es256: guarded('/es256', credentials.tokens.es256),
  rs256: guarded('/rs256', credentials.tokens.rs256),
  // Each token is met for the first time, or has been forgotten.
  'es256-new': inTurn(guarded('/es256', credentials.tokens.es256), 'es256'),
  'rs256-new': inTurn(guarded('/rs256', credentials.tokens.rs256), 'rs256'),
  'tool-es256': tool(credentials.tokens.es256),
  'tool-rs256': tool(credentials.tokens.rs256),
  'tool-es256-new': inTurn(tool(credentials.tokens.es256), 'es256'),
  'tool-rs256-new': inTurn(tool(credentials.tokens.rs256), 'rs256'),
} satisfies Record<string, VerifiedRow>

export type RowName = keyof typeof rows

function get(path: string) {
  return { method: 'GET', path, status: 200 }
}

/** The response has the caller, and is private; forged credentials are refused. */
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
    check: (port) => expectRefusals(port, { method: 'GET', path }, credential),
  }
}

function inTurn(row: VerifiedRow, algorithm: 'es256' | 'rs256'): VerifiedRow {
  const values = () => tokensOf(algorithm).map((token) => `Bearer ${token}`)
  return { ...row, turns: { name: 'authorization', values } }
}

/** A tool call of an agent with a token; a call without one is refused. */
function tool(token: string): VerifiedRow {
  const { modern } = requests
  if (!modern) throw new Error('The tool call is missing.')
  return {
    ...modern,
    headers: { ...modern.headers, authorization: `Bearer ${token}` },
    answer: (body) => isResult('modern', body),
    answerHeaders: {},
    check: (port) => expectRefusals(port, modern, token),
  }
}

/** Throws if an anonymous request, or a forged one, is not refused. */
async function expectRefusals(
  port: number,
  { method, path, headers = {}, body }: Omit<TimedRequest, 'status'>,
  credential: string,
): Promise<void> {
  const statusOf = async (own: Record<string, string>) => {
    const request = { method, headers: { ...headers, ...own }, ...(body !== undefined && { body }) }
    return (await fetch(`http://127.0.0.1:${port}${path}`, request)).status
  }
  // In the signature, because its last character has unused bits.
  const forged = credential.replace(/.(?=.{8}$)/u, (digit) => (digit === 'a' ? 'b' : 'a'))
  const missing = await statusOf({})
  const wrong = await statusOf({ authorization: `Bearer ${forged}` })
  if (missing === 401 && wrong === 401) return
  throw new Error(`${path} answers ${missing} to nobody, ${wrong} to a forgery.`)
}
