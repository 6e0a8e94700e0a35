import { type ContentCase, head } from '../content/content-case.ts'

/** The language of the message that is sent for this Accept-Language. */
function language(name: string, accepted: string | undefined, text: string): ContentCase {
  const lines = accepted === undefined ? [] : [`Accept-Language: ${accepted}`]
  return {
    name,
    request: head('GET', '/negotiation/number?n=x', ...lines),
    status: 422,
    body: { errors: { n: [text] } },
  }
}

const en = 'must be a number.'
const de = 'muss eine Zahl sein.'
const swiss = 'muss eine Zahl sein, gell.'
const zh = '数字'
const hant = '數字'

/** The texts are in en, de, de-CH, zh and zh-Hant. */
const languages: readonly ContentCase[] = [
  language('RFC 9110, 12.5.4: no field', undefined, en),
  language('RFC 9110, 12.5.4: an empty field', '', en),
  language('RFC 9110, 12.5.4: the first language', 'en', en),
  language('RFC 9110, 12.5.4: another language', 'de', de),
  language('RFC 9110, 12.5.4: tags differ in no case', 'DE', de),
  language('RFC 9110, 12.5.4: a region', 'de-CH', swiss),
  language('RFC 9110, 12.5.4: a region in another case', 'DE-ch', swiss),
  language('RFC 9110, 12.5.4: a language that there is not', 'fr', en),
  language('RFC 9110, 12.5.4: a language that there is not, and one that there is', 'fr, de', de),
  language('RFC 9110, 12.5.4: a star', '*', en),
  language('RFC 9110, 12.5.4: a star after another', 'fr, *;q=0.5', en),
  language('RFC 9110, 12.5.4: the example of the standard', 'da, en-gb;q=0.8, en;q=0.7', en),
  language('RFC 9110, 12.4.2: the higher weight', 'en;q=0.5, de;q=0.9', de),
  language('RFC 9110, 12.4.2: no weight is 1', 'en;q=0.9, de', de),
  language('RFC 9110, 12.4.2: equal weights, the first', 'de, en', de),
  language('RFC 9110, 12.4.2: three digits', 'en;q=0.001, de;q=0.002', de),
  language('RFC 9110, 12.4.2: the Q in upper case', 'en;Q=0.5, de;Q=0.9', de),
  language('RFC 9110, 12.4.2: 0 is not acceptable', 'en;q=0, de;q=0.1', de),
  language('RFC 9110, 12.4.2: a star, and what is not acceptable', 'en;q=0, *', de),
  language('RFC 9110, 12.4.2: spaces', ' en ; q=0.5 ,\tde ; q=0.9 ', de),
  language('RFC 9110, 5.6.1: empty elements', ',, de ,', de),
  language('RFC 9110, 5.3: two lines are one list', 'fr\r\nAccept-Language: de', de),
  language('RFC 4647, 3.4: a region that there is not', 'de-AT', de),
  language('RFC 4647, 3.4: a script and a region', 'zh-Hant-TW', hant),
  language('RFC 4647, 3.4: a script that there is not', 'zh-Hans-CN', zh),
  language('RFC 4647, 3.4: a single letter is removed with what follows', 'zh-Hant-x-own', hant),
  language('RFC 4647, 3.3.1: a language for a region', 'zh', zh),
  language('RFC 4647, 3.4: many parts', 'de-CH-1996-x-a-b', swiss),
  language('RFC 4647, 2.1: what begins like a language is another one', 'den', en),
]

/** A path of an application that runs in browsers: they get its page, other clients 404. */
function page(
  name: string,
  accepted: string | undefined,
  isPage: boolean,
  path = 'orders/7',
): ContentCase {
  const lines = accepted === undefined ? [] : [`Accept: ${accepted}`]
  return {
    name,
    request: head('GET', `/pages/${path}`, ...lines),
    status: isPage ? 200 : 404,
    headers: { vary: /\baccept\b(?!-)/iu },
    ...(isPage && { body: '<h1>Page</h1>' }),
  }
}

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const pages: readonly ContentCase[] = [
  page('RFC 9110, 12.5.1: a browser', browser, true),
  page('RFC 9110, 12.5.1: a page', 'text/html', true),
  page('RFC 9110, 12.5.1: types differ in no case', 'Text/HTML', true),
  page('RFC 9110, 12.5.1: a page of a low weight', 'application/json, text/html;q=0.1', true),
  page('RFC 9110, 12.5.1: a page with a parameter', 'text/html;level=1', true),
  page('RFC 9110, 12.5.1: spaces', ' application/json , text/html ; q=0.5 ', true),
  page('RFC 9110, 5.6.1: empty elements', ',,text/html,', true),
  page('RFC 9110, 5.3: two lines are one list', 'application/json\r\nAccept: text/html', true),
  page('RFC 9110, 12.4.2: a page is not acceptable', 'text/html;q=0, */*', false),
  page('RFC 9110, 12.4.2: a page is not acceptable, with digits', 'text/html;q=0.000', false),
  page('RFC 9110, 12.5.5: a client of data', 'application/json', false),
  page('RFC 9110, 12.5.5: any type is no sign of a browser', '*/*', false),
  page('RFC 9110, 12.5.5: no field', undefined, false),
  page('RFC 9110, 12.5.5: an empty field', '', false),
  page('RFC 9110, 12.5.5: a type that begins like that of a page', 'text/html5', false),
]

/** A file with neighbours in zstd and gzip. */
function coded(name: string, accepted: string | undefined, coding: string | null): ContentCase {
  const lines = accepted === undefined ? [] : [`Accept-Encoding: ${accepted}`]
  return {
    name: `RFC 9110, ${name}`,
    request: head('GET', '/pages/script.js', ...lines),
    status: 200,
    headers: {
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
    },
    body: 'script()',
  }
}

const files: readonly ContentCase[] = [
  coded('12.5.3: no field', undefined, null),
  coded('12.5.3: an empty field', '', null),
  coded('12.5.3: gzip', 'gzip', 'gzip'),
  coded('8.4.1.3: x-gzip', 'x-gzip', 'gzip'),
  coded('12.5.3: zstd', 'zstd', 'zstd'),
  coded('12.5.3: a coding that there is not', 'br', null),
  coded('12.5.3: a coding that there is not, and one that there is', 'br, gzip;q=0.1', 'gzip'),
  coded('12.4.2: the higher weight', 'zstd;q=0.5, gzip;q=0.6', 'gzip'),
  coded('12.4.2: identity is preferred', 'identity, gzip;q=0.5', null),
  coded('12.4.2: 0 is not acceptable', 'gzip;q=0, zstd;q=0', null),
  coded('12.5.3: a star', '*;q=0.1', 'zstd'),
  coded('12.5.3: a star without zstd', 'zstd;q=0, *', 'gzip'),
  {
    name: 'RFC 9110, 15.5.7: what is not acceptable may be sent in place of 406',
    request: head('GET', '/negotiation/number?n=1', 'Accept: image/png'),
    status: [200, 406],
  },
]

export const cases = [...languages, ...pages, ...files]
