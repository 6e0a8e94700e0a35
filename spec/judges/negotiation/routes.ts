import { Get, Messages, type int, Query } from '@fw/core'

const texts: Readonly<Record<string, string>> = {
  en: 'must be a number.',
  de: 'muss eine Zahl sein.',
  'de-CH': 'muss eine Zahl sein, gell.',
  zh: '数字',
  'zh-Hant': '數字',
}

/** Has a text in each language, the first of which is the default. */
export class Languages extends Messages {
  readonly locales = Object.keys(texts)

  text(_code: string, _parameters: unknown, locale: string): string | undefined {
    return texts[locale]
  }
}

export class NegotiationRoutes {
  /** Fails with a text if `n` is no number. */
  @Get('/negotiation/number')
  number(@Query() n: int) {
    return n
  }
}
