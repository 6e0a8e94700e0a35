// The floor of the tokens: jose by hand on bare `node:http`.
import { createServer, type ServerResponse } from 'node:http'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { answer, bearerIn } from '../answer.ts'
import { address, audience, credentials, issuer } from '../credentials.ts'

const keys = createLocalJWKSet(credentials.keySet)

createServer(({ method, url, headers }, response) => {
  const isKnown = url === '/es256' || url === '/rs256'
  if (method !== 'GET' || !isKnown) return void response.writeHead(404).end()
  void verify(bearerIn(headers.authorization), response)
}).listen(address)

async function verify(token: string | undefined, response: ServerResponse): Promise<void> {
  if (token === undefined) return answer(response, undefined)
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      clockTolerance: 30,
      requiredClaims: ['sub', 'exp'],
    })
    answer(response, payload.sub)
  } catch {
    answer(response, undefined)
  }
}
