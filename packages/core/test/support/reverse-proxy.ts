import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, type TestContext } from 'vitest'
import { findProxy, openProxy, proxyPrograms, type ReverseProxy } from './open-reverse-proxy.ts'

/** Skips a test where the proxy is not installed. */
export function needsReverseProxy({ skip }: TestContext, name: ReverseProxy): void {
  const program = proxyPrograms[name]
  skip(findProxy(name) === undefined, `no ${program}. Install it: apt-get install ${program}.`)
}

/** Starts a proxy in front of a port; ends with the test. */
export async function startProxy(name: ReverseProxy, behind: number): Promise<number> {
  const { port, close } = await openProxy(name, behind)
  onTestFinished(close)
  // Caddy listens before it has a certificate.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await askProxy(name, port)
      return port
    } catch (error) {
      if (attempt === 200) throw error
      await sleep(50)
    }
  }
}

/** Returns the JSON response of a proxy for a client with another address. */
export async function askProxy(
  name: ReverseProxy,
  port: number,
  headers: Record<string, string> = {},
): Promise<{ readonly body: Record<string, unknown>; readonly headers: IncomingHttpHeaders }> {
  const isSecure = name === 'caddy with TLS'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { port, headers, localAddress: clientAddress, agent: false }
  const asked = isSecure
    ? requestSecurely({ ...options, host: 'localhost', family: 4, rejectUnauthorized: false })
    : request({ ...options, host: '127.0.0.1' })
  asked.on('response', resolve).on('error', reject).end()
  const answer = await promise
  return { body: (await json(answer)) as Record<string, unknown>, headers: answer.headers }
}

/** Listens on the loopback interface, without a proxy. */
export const clientAddress = '127.0.0.2'
