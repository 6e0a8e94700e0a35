// The floor of `key`: keys in memory by hand on bare `node:http`.
import { hash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { answer, bearerIn } from '../answer.ts'
import { address, caller, credentials } from '../credentials.ts'

const stored = new Map([
  [credentials.keyId, { hash: Buffer.from(credentials.keyHash, 'base64url'), owner: caller }],
])

createServer(({ method, url, headers }, response) => {
  if (method !== 'GET' || url !== '/key') return void response.writeHead(404).end()
  answer(response, ownerOf(bearerIn(headers.authorization)))
}).listen(address)

function ownerOf(key: string | undefined): string | undefined {
  const id = /^[A-Za-z]\w{0,31}_([\da-f]{24})_[\da-f]{64}$/u.exec(key ?? '')?.[1]
  const found = id === undefined ? undefined : stored.get(id)
  if (key === undefined || !found) return undefined
  const digest = hash('sha256', key, 'buffer')
  return timingSafeEqual(digest, found.hash) ? found.owner : undefined
}
