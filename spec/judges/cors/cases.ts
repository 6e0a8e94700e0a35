import { type ContentCase, head } from '../content/content-case.ts'

const shop = 'https://shop.example'

/** The headers of a response that pages of `origin` may read; null if they may not. */
function granted(origin: string | null): NonNullable<ContentCase['headers']> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': origin === null ? null : 'true',
  }
}

function from(
  name: string,
  origin: string | undefined,
  path: string,
  headers: ContentCase['headers'],
  { method = 'GET', status = 200, lines = [] as readonly string[] } = {},
): ContentCase {
  const all = [...(origin === undefined ? [] : [`Origin: ${origin}`]), ...lines]
  const request = head(method, `/cors/${path}`, ...all)
  return { name: `Fetch, ${name}`, request, status, ...(headers && { headers }) }
}

const allowed = [
  shop,
  'https://a.shop.example',
  'https://A-1.shop.example',
  'http://localhost:3000',
]
const foreign = [
  'https://evil.example',
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example/',
  'https://shop.example.',
  'HTTPS://SHOP.EXAMPLE',
  'https://ashop.example',
  'https://a.b.shop.example',
  'https://.shop.example',
  'https://shop.example.evil.example',
  'https://evil.example/.shop.example',
  'https://shop.example, https://evil.example',
  'http://localhost',
  'http://localhost:3001',
  'shop.example',
  'null',
  '*',
]

const origins: readonly ContentCase[] = [
  ...allowed.map((origin) =>
    from(`3.3.3: ${origin} is allowed`, origin, 'listed', { ...granted(origin), vary: 'Origin' }),
  ),
  ...foreign.map((origin) =>
    from(`3.3.3: ${origin} is not allowed`, origin, 'listed', { ...granted(null), vary: 'Origin' }),
  ),
  from('3.3.7: a response without an origin varies, too', undefined, 'listed', {
    ...granted(null),
    vary: 'Origin',
  }),
  from('3.3.3: null is allowed only if it is listed', 'null', 'null', {
    'access-control-allow-origin': 'null',
  }),
  from('3.3.3: a function allows', 'https://a.partner.example', 'asked', {
    'access-control-allow-origin': 'https://a.partner.example',
    vary: 'Origin',
  }),
  from('3.3.3: a function refuses', 'https://evil.example', 'asked', {
    'access-control-allow-origin': null,
    vary: 'Origin',
  }),
  from('3.3.3: null is not given to a function', 'null', 'asked', {
    'access-control-allow-origin': null,
  }),
  from('3.3.5: all origins are a star, without credentials', 'https://evil.example', 'all', {
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': null,
    vary: null,
  }),
  from('3.3.7: a star does not vary', undefined, 'all', {
    'access-control-allow-origin': '*',
    vary: null,
  }),
  from('3.3.3: a policy that is off', shop, 'off', { ...granted(null), vary: null }),
]

const responses: readonly ContentCase[] = [
  from('3.3.3: headers that may be read', shop, 'listed', {
    'access-control-expose-headers': 'X-Total, ETag',
  }),
  from('3.3.3: HEAD', shop, 'listed', { ...granted(shop), vary: 'Origin' }, { method: 'HEAD' }),
  from('3.3.3: a method that is not safe', shop, 'listed', granted(shop), {
    method: 'PUT',
    lines: ['Content-Length: 0'],
  }),
  from(
    '3.3.3: 304',
    shop,
    'conditional',
    { ...granted(shop), vary: 'Accept, Origin' },
    { status: 304, lines: ['If-None-Match: "a"'] },
  ),
  from('3.3.7: another Vary is kept', shop, 'conditional', { vary: 'Accept, Origin' }),
  from('3.3.3: a redirect', shop, 'moved', granted(shop), { status: 302 }),
  from('3.3.3: an error of the application', shop, 'refused', granted(shop), { status: 403 }),
  from('3.3.3: an error that was not expected', shop, 'fails', granted(shop), { status: 500 }),
  from('3.3.3: what a response grants itself is replaced', shop, 'granting', {
    ...granted(shop),
    'access-control-expose-headers': 'X-Total',
  }),
  from('3.3.3: what a response grants itself is taken away', 'https://evil.example', 'granting', {
    ...granted(null),
    'access-control-expose-headers': null,
  }),
  from(
    '3.3.3: what a Response grants itself is taken away',
    'https://evil.example',
    'response',
    granted(null),
  ),
]

function preflight(
  name: string,
  path: string,
  headers: ContentCase['headers'],
  {
    origin = shop,
    method = 'PUT',
    asked = undefined as string | undefined,
    status = 204,
    lines = [] as readonly string[],
  } = {},
): ContentCase {
  const all = [`Access-Control-Request-Method: ${method}`, ...lines]
  if (asked !== undefined) all.push(`Access-Control-Request-Headers: ${asked}`)
  return from(name, origin, path, headers, { method: 'OPTIONS', status, lines: all })
}

const methods = { 'access-control-allow-methods': 'GET, HEAD, OPTIONS, PUT' }

const preflights: readonly ContentCase[] = [
  preflight('3.3.2: a preflight', 'listed', {
    ...granted(shop),
    ...methods,
    'access-control-max-age': '600',
    'access-control-allow-headers': null,
  }),
  preflight(
    '3.3.3: the headers that are asked for',
    'listed',
    {
      'access-control-allow-headers': 'content-type,x-key',
      vary: 'Origin, Access-Control-Request-Headers',
    },
    { asked: 'content-type,x-key' },
  ),
  preflight(
    '3.3.3: headers that are no names',
    'listed',
    { 'access-control-allow-headers': null },
    { asked: 'a(b)' },
  ),
  preflight(
    '3.3.3: an empty list of headers',
    'listed',
    { 'access-control-allow-headers': null },
    { asked: '' },
  ),
  preflight(
    '3.3.2: a preflight for a method that the path does not have',
    'listed',
    { ...granted(null), 'access-control-allow-methods': null },
    { method: 'DELETE' },
  ),
  preflight('3.3.3: a method in lower case is another one', 'listed', granted(null), {
    method: 'put',
  }),
  preflight(
    '3.3.2: a preflight of an origin that is not allowed',
    'listed',
    { ...granted(null), 'access-control-allow-methods': null, vary: 'Origin' },
    { origin: 'https://evil.example', status: 403 },
  ),
  preflight('3.3.2: a preflight of null', 'listed', granted(null), { origin: 'null', status: 403 }),
  preflight(
    '3.3.3: a list of headers',
    'all',
    {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'X-Key, Content-Type',
      'access-control-max-age': '3600',
      'access-control-allow-credentials': null,
      vary: null,
    },
    { origin: 'https://evil.example', method: 'POST', asked: 'x-other' },
  ),
  preflight(
    '3.3.2: a preflight for a path that is not there',
    'nowhere',
    { 'access-control-allow-methods': null },
    { status: 404 },
  ),
  preflight(
    '3.3.2: a preflight for a policy that is off',
    'off',
    { ...granted(null), 'access-control-allow-methods': null },
    { method: 'GET' },
  ),
  preflight(
    '3.3.2: a preflight of a function',
    'asked',
    { 'access-control-allow-origin': 'https://a.partner.example' },
    { origin: 'https://a.partner.example', method: 'GET' },
  ),
  preflight(
    '3.3.2: a preflight that a function refuses',
    'asked',
    { 'access-control-allow-origin': null },
    { origin: 'https://evil.example', method: 'GET', status: 403 },
  ),
  preflight(
    'Private Network Access, 3.1.2: no access from public to private networks is granted',
    'listed',
    { ...granted(shop), 'access-control-allow-private-network': null },
    { lines: ['Access-Control-Request-Private-Network: true'] },
  ),
  from(
    '3.3.2: OPTIONS without a method is no preflight, and belongs to no route',
    shop,
    'listed',
    { ...granted(null), allow: 'GET, HEAD, OPTIONS, PUT', 'access-control-allow-methods': null },
    { method: 'OPTIONS', status: 204 },
  ),
  from(
    '3.3.2: OPTIONS without an origin is no preflight',
    undefined,
    'listed',
    { ...granted(null), allow: 'GET, HEAD, OPTIONS, PUT', 'access-control-allow-methods': null },
    { method: 'OPTIONS', status: 204, lines: ['Access-Control-Request-Method: PUT'] },
  ),
  from(
    '3.3.3: a method that is not there belongs to no route',
    shop,
    'listed',
    { ...granted(null), allow: 'GET, HEAD, OPTIONS, PUT' },
    { method: 'DELETE', status: 405 },
  ),
]

export const cases = [...origins, ...responses, ...preflights]
