import { Body, Cookie, Cookies, Get, Header, Put } from '@fw/core'

export class Preferences {
  @Get('/preferences')
  show(
    @Cookie() theme: 'light' | 'dark' = 'light',
    @Header() acceptLanguage: string = 'en',
  ) {
    return { theme, language: acceptLanguage }
  }

  @Put('/preferences/theme')
  choose(cookies: Cookies, @Body() theme: 'light' | 'dark') {
    cookies.set('theme', theme, { maxAge: '365d' })
  }
}
