import { Cookies, Get } from '@fw/core'

export class Visits {
  @Get('/visits')
  async count(cookies: Cookies) {
    const seen = Number(cookies.get('visits', { signed: true }) ?? 0)
    cookies.set('visits', String(seen + 1), {
      signed: true,
      maxAge: '30d',
    })
    await cookies.set('last', new Date().toISOString(), {
      sealed: true,
    })
    return seen
  }
}
