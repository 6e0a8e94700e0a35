import { messageOf, toError } from '../../../base/logging/thrown.ts'
import type { ConfiguredConnection } from './configured-connections.ts'
import type { ConnectionFacts } from './connection-facts.ts'

/** The result of trying a connection. */
export interface ConnectionResult {
  readonly name: string
  readonly facts: ConnectionFacts | undefined
  readonly status: 'ok' | 'failed' | 'not tried'
  readonly milliseconds?: number
  /** The reason why it failed or was not tried. */
  readonly reason?: string
}

/**
 * Tries to connect within `limit` ms. `isInstalled` returns true for a package that the application has installed.
 * Never rejects.
 */
export async function tryConnection(
  { name, facts, requiredPackage, load, check, close }: ConfiguredConnection,
  limit: number,
  isInstalled: (name: string) => boolean,
): Promise<ConnectionResult> {
  if (requiredPackage === '@fw/query') {
    const reason = 'it needs the package @fw/query. Run: npm install @fw/query'
    return { name, facts, status: 'not tried', reason }
  }
  if (requiredPackage !== undefined && !isInstalled(requiredPackage)) {
    const reason = `it needs the package ${requiredPackage}. Run: npm install ${requiredPackage}`
    return { name, facts, status: 'failed', reason }
  }
  try {
    await load()
    const start = performance.now()
    await withTimeout(limit, check())
    return { name, facts, status: 'ok', milliseconds: Math.round(performance.now() - start) }
  } catch (error) {
    return { name, facts, status: 'failed', reason: messageOf(toError(error)) }
  } finally {
    // If the server does not respond, this may never complete.
    void close().catch(() => {})
  }
}

async function withTimeout(limit: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      reject(new Error(`it did not respond within ${limit} ms. Start it, or correct its address.`)),
    limit,
  )
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
