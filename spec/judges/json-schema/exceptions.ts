/** Values that ajv reads in another way than the standard. */
export const misread: ReadonlySet<string> = new Set([
  // It rounds the seconds up to 60.
  '"1985-04-12T00:59:59.999999999999999Z"',
  // It skips properties of this name.
  '{"__proto__":"foo"}',
])

const leapSecond =
  'ECMA-262, section 21.4.1.1: a Date has no leap seconds; the published pattern excludes them.'
const nanoseconds =
  'ECMA-262 with Temporal, grammar TimeFraction: at most 9 digits; so says the published pattern.'
const duration =
  'ECMA-262 with Temporal, IsValidDuration: durations are limited; the published pattern has at most 9 digits.'
const quoted =
  'RFC 5321, section 4.1.2: nothing should define mailboxes that need quoted strings. The published pattern excludes them, as HTML does for input fields.'
const literal =
  'RFC 5321, section 4.1.3: address literals are for hosts without a name, to bypass a barrier. The published pattern excludes them, as HTML does for input fields.'
const oneLabel =
  'RFC 5321, section 2.3.5: only fully qualified domain names are permitted; the published pattern asks for two labels.'
const noAuthority =
  'RFC 3986, section 1.1.3: a URL is a URI that locates its resource. Our type is a URL with a host; the published pattern says so.'
const numericHost =
  'WHATWG URL, host parser: a host that ends in a number is an IPv4 address, or a failure. Our type is the class URL; the published pattern says so.'
const futureAddress =
  'RFC 3986, section 3.2.2: an address of a version that the application does not know is an error.'
const uuid =
  'RFC 9562, sections 4.1 and 4.2: the variant has the bits 10, and there are versions 1 to 8; the published pattern says so.'
const unsafe =
  'RFC 8259, section 6: implementations may limit the range of numbers, and integers agree only up to 2 ** 53 - 1.'

const zone =
  'RFC 4007, section 11: an address of IPv6 may be followed by its zone, as that of a proxy on the same link is.'

/** Why a value of the suite is refused. */
export const exceptions: Readonly<Record<string, string>> = {
  ...because(
    leapSecond,
    ...['Date', 'Instant'].flatMap((name) => [
      `${name} accepts "1998-12-31T23:59:60Z"`,
      `${name} accepts "1998-12-31T15:59:60.123-08:00"`,
    ]),
    'time of a Date accepts "1998-12-31T23:59:60Z"',
    'time of a Date accepts "1998-12-31T23:59:60+00:00"',
    'time of a Date accepts "1999-01-01T01:29:60+01:30"',
    'time of a Date accepts "1999-01-01T23:29:60+23:30"',
    'time of a Date accepts "1998-12-31T15:59:60-08:00"',
    'time of a Date accepts "1998-12-31T00:29:60-23:30"',
  ),
  ...because(nanoseconds, 'Instant accepts "1985-04-12T00:59:59.999999999999999Z"'),
  ...because(duration, `Duration accepts "P${'9'.repeat(78)}D"`),
  ...because(
    quoted,
    String.raw`Email accepts "\"joe bloggs\"@example.com"`,
    String.raw`Email accepts "\"joe..bloggs\"@example.com"`,
    String.raw`Email accepts "\"joe@bloggs\"@example.com"`,
  ),
  ...because(
    literal,
    'Email accepts "joe.bloggs@[127.0.0.1]"',
    'Email accepts "joe.bloggs@[IPv6:::1]"',
  ),
  ...because(
    oneLabel,
    ...['hostname', 'h0stn4me', '1host', 'hostnam3', 'host-name'].map(
      (host) => `domain of an Email accepts "joe@${host}"`,
    ),
  ),
  ...because(
    noAuthority,
    ...['Url', 'URL'].flatMap((name) => [
      `${name} accepts "mailto:John.Doe@example.com"`,
      `${name} accepts "news:comp.infosystems.www.servers.unix"`,
      `${name} accepts "tel:+1-816-555-1212"`,
      `${name} accepts "urn:oasis:names:specification:docbook:dtd:xml:4.1.2"`,
    ]),
    'internationalized Url accepts "urn:example:resource"',
    'internationalized Url accepts "file:/etc/hosts"',
  ),
  ...because(
    numericHost,
    'URL accepts "http://087.10.0.1/"',
    'URL accepts "http://999.999.999.999/"',
  ),
  ...because(futureAddress, 'internationalized Url accepts "http://[V1.fe]"'),
  ...because(
    uuid,
    'Uuid accepts "99c17cbb-656f-f64a-940f-1a4568f03487"',
    'Uuid accepts "2eb8aa08-aa98-11ea-f4aa-73b441d16380"',
  ),
  ...because(zone, 'proxies refuse the IPv6 address "fe80::a%eth1"'),
  ...because(
    unsafe,
    'integer multipleOf 0.5 accepts 1e+308',
    'integer accepts 1.2345678910111214e+52',
    'integer accepts -1.2345678910111214e+52',
    'integer accepts what it publishes',
  ),
}

function because(reason: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}
