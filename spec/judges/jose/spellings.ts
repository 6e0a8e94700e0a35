import { keys } from './issuer.ts'
import { claimsOf, ecdsa, encode, pkcs1, tokenOf, type TokenCase } from './token.ts'

const payload = claimsOf('usual', { sub: 'ada~~~???>>>' })
const valid = tokenOf({ alg: 'ES256', kid: 'ec' }, payload, ecdsa(keys.ec.privateKey))
const rsa = tokenOf({ alg: 'RS256', kid: 'rsa' }, payload, pkcs1(keys.rsa.privateKey))
const [header = '', body = '', signature = ''] = valid.split('.')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same bytes with other unused bits at the end. */
function otherBits(text: string): string {
  const last = letters.indexOf(text.at(-1) ?? '')
  return text.slice(0, -1) + letters[last ^ 1]
}

/** A payload whose last letter has unused bits. */
function ending(): string {
  for (let index = 0; index < 3; index += 1) {
    const text = encode(claimsOf('usual', { pad: 'x'.repeat(index) }))
    if (text.length % 4 !== 0) return text
  }
  throw new Error('Every length has unused bits but one.')
}

const rows: readonly (readonly [name: string, token: string])[] = [
  ['no signature', `${header}.${body}.`],
  ['two parts', `${header}.${body}`],
  ['one part', header],
  ['four parts', `${valid}.${signature}`],
  ['five parts', `${valid}..`],
  ['a dot at the start', `.${valid}`],
  ['a dot at the end', `${valid}.`],
  ['no header', `.${body}.${signature}`],
  ['no payload', `${header}..${signature}`],
  ['only dots', '..'],
  ['parts swapped', `${body}.${header}.${signature}`],
  ['a padded header', `${header}=.${body}.${signature}`],
  ['a padded payload', `${header}.${body}=.${signature}`],
  ['a padded signature', `${valid}==`],
  ['a signature of RSA with padding', `${rsa}==`],
  ['a signature with other unused bits', `${header}.${body}.${otherBits(signature)}`],
  ['a signature of RSA with other unused bits', otherBits(rsa)],
  ['a payload with other unused bits', `${header}.${otherBits(ending())}.${signature}`],
  [
    'a signature in base64',
    `${header}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`,
  ],
  [
    'a payload in base64',
    `${header}.${Buffer.from(body, 'base64url').toString('base64')}.${signature}`,
  ],
  [
    'a signature in hexadecimal',
    `${header}.${body}.${Buffer.from(signature, 'base64url').toString('hex')}`,
  ],
  ['a signature without its last letter', valid.slice(0, -1)],
  [
    'a signature without its first byte',
    `${header}.${body}.${encode(Buffer.from(signature, 'base64url').subarray(1))}`,
  ],
  ['a signature with one more letter', `${valid}A`],
  [
    'a signature with one more byte',
    `${header}.${body}.${encode(Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.of(0)]))}`,
  ],
  [
    'a letter that is no base64url inside',
    `${header}.${body}.${signature.slice(0, 9)}!${signature.slice(9)}`,
  ],
  ['a percent sign', `${header}%2E${body}.${signature}`],
  ['a signature twice', `${valid}${signature}`],
  ['a token twice', `${valid}.${valid}`],
  ['lower case', valid.toLowerCase()],
  ['the JSON form', JSON.stringify({ payload: body, protected: header, signature })],
  ['in quotes', `"${valid}"`],
  [
    'an encrypted token of five parts',
    `${encode({ alg: 'dir', enc: 'A256GCM' })}..${body}.${body}.${body}`,
  ],
  [
    'the header of another token',
    `${encode({ alg: 'ES256', kid: 'ec', typ: 'JWT' })}.${body}.${signature}`,
  ],
  [
    'the payload of another token',
    `${header}.${encode(claimsOf('usual', { sub: 'eve' }))}.${signature}`,
  ],
]

export const spellingCases: readonly TokenCase[] = [
  { name: 'spelling: as it should be', isAccepted: true, token: () => valid },
  ...rows.map(([name, token]): TokenCase => ({
    name: `spelling: ${name}`,
    isAccepted: false,
    // What is no token of RFC 6750, section 2.1, is an invalid request.
    statuses: [400, 401],
    token: () => token,
  })),
]
