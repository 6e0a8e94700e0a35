import { keys } from './issuer.ts'
import { audience, claimsOf, ecdsa, now, tokenOf, type Json, type TokenCase } from './token.ts'

type Row = readonly [name: string, payload: unknown]

const text = (changes: Json) => JSON.stringify(claimsOf('usual', changes))
const without = (name: string) => claimsOf('usual', { [name]: undefined })
/** Claims with a value that JSON.stringify does not write. */
const withText = (name: string, value: string) =>
  `${JSON.stringify(without(name)).slice(0, -1)},"${name}":${value}}`

/** Each value of a claim. */
function each(name: string, values: readonly unknown[]): Row[] {
  return values.map((value): Row => [
    `${name} ${JSON.stringify(value)}`,
    claimsOf('usual', { [name]: value }),
  ])
}

const accepted: readonly Row[] = [
  ['the usual', claimsOf('usual')],
  ['exp as a fraction', claimsOf('usual', { exp: now + 60.5 })],
  ['exp with an exponent', withText('exp', '4.0e9')],
  ['exp beyond all dates', claimsOf('usual', { exp: 1e308 })],
  ['exp within the tolerance', claimsOf('usual', { exp: now - 10 })],
  ['nbf in the past', claimsOf('usual', { nbf: now - 60 })],
  ['nbf within the tolerance', claimsOf('usual', { nbf: now + 20 })],
  ['nbf as a fraction', claimsOf('usual', { nbf: now - 0.5 })],
  ['nbf before the epoch', claimsOf('usual', { nbf: -1 })],
  ['no iat', without('iat')],
  ['iat as a fraction', claimsOf('usual', { iat: now - 0.25 })],
  ['aud in a list of one', claimsOf('usual', { aud: [audience] })],
  ['aud in a list of several', claimsOf('usual', { aud: ['https://other.example', audience] })],
  ['aud among strings and others', claimsOf('usual', { aud: [1, null, audience] })],
  ['sub of other scripts', claimsOf('usual', { sub: 'Ада 😀' })],
  ['sub of 255 characters', claimsOf('usual', { sub: 's'.repeat(255) })],
  ['sub twice, whose last value counts', `{"sub":"",${text({}).slice(1)}`],
  ['white space', JSON.stringify(claimsOf('usual'), null, '\t')],
  ['a claim __proto__', `{"__proto__":{"exp":1},${text({}).slice(1)}`],
  [
    'a claim 50 levels deep',
    claimsOf('usual', { deep: JSON.parse('['.repeat(50) + ']'.repeat(50)) }),
  ],
]

const refused: readonly Row[] = [
  ['no exp', without('exp')],
  ...each('exp', [
    null,
    true,
    '',
    String(now + 300),
    [now + 300],
    { at: now + 300 },
    0,
    -1,
    now - 31,
  ]),
  ...each('exp', [-1e308, 0.5, 'never', '1e999']),
  ['exp that is infinite', withText('exp', '1e999')],
  [
    'exp of the prototype',
    `{"__proto__":{"exp":${now + 300}},${JSON.stringify(without('exp')).slice(1)}`,
  ],
  ...each('nbf', [null, '', String(now - 60), true, [now - 60], {}, now + 60, 1e308]),
  ['nbf that is infinite', withText('nbf', '1e999')],
  ...each('iat', [null, '', String(now), true, [now], {}, now + 60, 1e308]),
  ['no aud', without('aud')],
  ...each('aud', [
    null,
    '',
    1,
    true,
    {},
    [],
    [[audience]],
    { 0: audience },
    'https://other.example',
  ]),
  ...each('aud', [`${audience}/`, `${audience}.evil.example`, audience.toUpperCase()]),
  ...each('aud', [audience.slice(0, -1), ` ${audience}`, `${audience} https://other.example`]),
  ['no iss', without('iss')],
  ...each('iss', [
    null,
    '',
    1,
    true,
    {},
    ['usual'],
    'unknown',
    'USUAL',
    'usual/',
    ' usual',
    '__proto__',
  ]),
  ['no sub', without('sub')],
  ...each('sub', [null, '', 1, true, {}, ['ada']]),
  ...each('cnf', [{ jkt: 'x' }, { 'x5t#S256': 'x' }, null, 'x', {}]),
  ...[
    '',
    '[]',
    'null',
    '1',
    '"ada"',
    '{',
    '{}',
    `${text({})}x`,
    `[${text({})}]`,
    `${text({})},`,
  ].map((payload): Row => [
    `payload ${JSON.stringify(payload.slice(0, 6) + payload.slice(-6))}`,
    payload,
  ]),
  ['a payload that is not UTF-8', Buffer.from(text({ sub: 'ad\xff' }), 'latin1')],
  ['a payload in UTF-16', Buffer.from(text({}), 'utf16le')],
]

export const claimCases: readonly TokenCase[] = [
  ...accepted.map((row) => toCase(row, true)),
  ...refused.map((row) => toCase(row, false)),
]

function toCase([name, payload]: Row, isAccepted: boolean): TokenCase {
  const token = () => tokenOf({ alg: 'ES256', kid: 'ec' }, payload, ecdsa(keys.ec.privateKey))
  return { name: `claims: ${name}`, isAccepted, token }
}
