import { type ContentCase, head } from '../content/content-case.ts'

/** A file that has changed at 04:05:06 on Saturday, 3 February 2024 is asked for, if it has changed since. */
function since(what: string, date: string, status: 200 | 304): ContentCase {
  const request = head('GET', '/conditional/dated', `If-Modified-Since: ${date}`)
  return { name: `RFC 9110, 5.6.7: ${what}`, request, status }
}

/** The same ones, for what is changed unless it has changed since. */
function unless(what: string, date: string, status: 200 | 412): ContentCase {
  const request = head('GET', '/conditional/dated', `If-Unmodified-Since: ${date}`)
  return { name: `RFC 9110, 13.1.4: ${what}`, request, status }
}

/** Recipients read three forms of dates, and ignore conditions with anything else. */
export const dateCases: readonly ContentCase[] = [
  since('the preferred form', 'Sat, 03 Feb 2024 04:05:06 GMT', 304),
  since('the preferred form, a second before', 'Sat, 03 Feb 2024 04:05:05 GMT', 200),
  since('the form of RFC 850', 'Saturday, 03-Feb-24 04:05:06 GMT', 304),
  since('the form of RFC 850, a second before', 'Saturday, 03-Feb-24 04:05:05 GMT', 200),
  since('the form of RFC 850, of the last century', 'Sunday, 06-Nov-94 08:49:37 GMT', 200),
  since('the form of asctime', 'Sat Feb  3 04:05:06 2024', 304),
  since('the form of asctime, a second before', 'Sat Feb  3 04:05:05 2024', 200),
  since('the form of asctime, with a day of two digits', 'Tue Feb 13 04:05:06 2024', 304),
  since('a leap second', 'Sat, 30 Jun 2029 23:59:60 GMT', 304),
  since('no date', 'yesterday', 200),
  since('an empty date', '', 200),
  since('a number', '2030', 200),
  since('a date of ISO 8601', '2030-01-01T00:00:00Z', 200),
  since('no day of the week', '03 Feb 2030 04:05:06 GMT', 200),
  since('no time', 'Sun, 03 Feb 2030', 200),
  since('no zone', 'Sun, 03 Feb 2030 04:05:06', 200),
  since('another zone', 'Sun, 03 Feb 2030 04:05:06 +0200', 200),
  since('two dates', 'Sun, 03 Feb 2030 04:05:06 GMT, Sun, 03 Feb 2030 04:05:06 GMT', 200),
  since('text after the date', 'Sun, 03 Feb 2030 04:05:06 GMT; length=5', 200),
  unless('the preferred form', 'Sat, 03 Feb 2024 04:05:06 GMT', 200),
  unless('the form of asctime, a second before', 'Sat Feb  3 04:05:05 2024', 412),
  unless('a date of ISO 8601 is ignored', '2020-01-01T00:00:00Z', 200),
  unless('a number is ignored', '2020', 200),
  unless('a date without a zone is ignored', 'Mon, 03 Feb 2020 04:05:06', 200),
]
