import { Email, type Class, Url, Uuid } from '@fw/core'

class DateTime {
  constructor(readonly value: Date) {}
}
class Instant {
  constructor(readonly value: Temporal.Instant) {}
}
class Day {
  constructor(readonly value: Temporal.PlainDate) {}
}
class Duration {
  constructor(readonly value: Temporal.Duration) {}
}
class Mailbox {
  constructor(@Email() readonly value: string) {}
}
class Link {
  constructor(@Url() readonly value: string) {}
}
class Address {
  constructor(readonly value: URL) {}
}
class Key {
  constructor(@Uuid() readonly value: string) {}
}

/** A field of ours that publishes a format, and the cases of a format that apply to it. */
export interface FormatField {
  readonly name: string
  readonly dto: Class<object>
  /** The format whose cases are used. */
  readonly cases: string
  /** The value to send for a case. Default: the case itself. */
  readonly embed?: (text: string) => string
  /** True if the case counts. Default: all do. */
  readonly applies?: (text: string) => boolean
  /** True if a valid case of the other format is invalid here. */
  readonly excludes?: (text: string) => boolean
}

const isAscii = (text: string) => !/[^\0-\x7f]/u.test(text)
/** The last minute of 1998 in UTC had a leap second, and `day` is its date at this offset. */
const dayOfLeapSecond = (time: string) =>
  /^\d\d:\d\d:60\+/u.test(time) && time < '23:59' ? '1999-01-01' : '1998-12-31'

export const formatFields: readonly FormatField[] = [
  { name: 'Date', dto: DateTime, cases: 'date-time' },
  { name: 'Instant', dto: Instant, cases: 'date-time' },
  // A date-time is a full date, a T and a full time (RFC 3339, section 5.6).
  {
    name: 'time of a Date',
    dto: DateTime,
    cases: 'time',
    embed: (text) => `${dayOfLeapSecond(text)}T${text}`,
  },
  { name: 'PlainDate', dto: Day, cases: 'date' },
  { name: 'Duration', dto: Duration, cases: 'duration' },
  { name: 'Email', dto: Mailbox, cases: 'email' },
  // The format "email" is ASCII (RFC 5321), "idn-email" is not (RFC 6531).
  {
    name: 'internationalized Email',
    dto: Mailbox,
    cases: 'idn-email',
    excludes: (text) => !isAscii(text),
  },
  // The domain of an address is a host name of at least two labels here.
  {
    name: 'domain of an Email',
    dto: Mailbox,
    cases: 'hostname',
    embed: (text) => `joe@${text}`,
    applies: (text) => !/xn--/iu.test(text),
  },
  { name: 'Url', dto: Link, cases: 'uri' },
  { name: 'URL', dto: Address, cases: 'uri' },
  { name: 'internationalized Url', dto: Link, cases: 'iri', excludes: (text) => !isAscii(text) },
  {
    name: 'host of a Url',
    dto: Link,
    cases: 'ipv6',
    embed: (text) => `http://[${text}]/`,
  },
  {
    name: 'host of a URL',
    dto: Address,
    cases: 'ipv6',
    embed: (text) => `http://[${text}]/`,
  },
  { name: 'Uuid', dto: Key, cases: 'uuid' },
]
