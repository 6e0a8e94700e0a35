import * as client from 'openid-client'
import { secret } from './provider.ts'

const options = { execute: [client.allowInsecureRequests] }

/** The client of an agent, which has no secret. */
export function discoverAgent(issuer: string): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), 'agent', undefined, client.None(), options)
}

/** The client that acts for itself. */
export function discoverWorker(issuer: string): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), 'worker', secret, undefined, options)
}

export type Tokens = Awaited<ReturnType<typeof client.clientCredentialsGrant>>

/** The parameters of a challenge. */
export function challengeOf(response: Response): string {
  return response.headers.get('www-authenticate') ?? ''
}

/** A request with an access token in its header. */
export function ask(address: string, token: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
}
