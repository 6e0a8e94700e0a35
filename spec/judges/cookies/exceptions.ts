const reason =
  '[RFC 6265bis, 4.1.1](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.1) says SHOULD NOT: ' +
  'browsers take these names (5.6), and an application may have to replace or delete a cookie of another program on its domain, such as `a[b]` of PHP.'

export const exceptions = Object.fromEntries(
  ['comma', 'quote', 'bracket'].map((what) => [`RFC 6265bis, 4.1.1: a ${what} in a name`, reason]),
)
