import { isDeepStrictEqual } from 'node:util'
import { type Exchange, probes, rows } from './rows.ts'
import type { Server } from './server.ts'

/** Throws with every difference where a contestant does not do the work that is timed. */
export async function verify(server: Server): Promise<void> {
  const differences: string[] = []
  for (const [name, exchange] of Object.entries({ ...rows, ...probes })) {
    const { status, body } = await server.ask(exchange)
    const isSame = name in rows ? body === exchange.answer : isSameJson(body, exchange.answer)
    if (status === exchange.status && isSame) continue
    differences.push(difference(server, name, exchange, `${status} ${body}`))
  }
  if (differences.length > 0) throw new Error(`\n${differences.join('\n')}`)
}

function isSameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
  } catch {
    return false
  }
}

function difference(server: Server, name: string, expected: Exchange, found: string): string {
  return [
    `${server.name} answers "${name}" differently.`,
    `  expected ${expected.status} ${expected.answer.slice(0, 400)}`,
    `  found    ${found.slice(0, 400)}`,
  ].join('\n')
}
