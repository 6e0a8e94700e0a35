import { Cookie, type CookieOptions, type Cookies, Get, type HttpRequest, Reply } from '@fw/core'

export class CookieRoutes {
  /** Returns the cookies whose names are listed in the header X-Names. */
  @Get('/cookies/read')
  read(cookies: Cookies, request: HttpRequest) {
    const names = request.header('x-names')?.split(' ') ?? []
    return names.map((name) => cookies.get(name) ?? null)
  }

  @Get('/cookies/parameter')
  parameter(@Cookie() theme: string | null = null) {
    return theme
  }

  /** Sets a cookie with the name, value and options of the query, which is JSON. 400 with the message if it is refused. */
  @Get('/cookies/set')
  set(cookies: Cookies, request: HttpRequest) {
    const [name, value, { expires, ...options }] = JSON.parse(
      decodeURIComponent(request.query),
    ) as [string, string, CookieOptions & { expires?: string }]
    try {
      const given = { ...options, ...(expires && { expires: new Date(expires) }) }
      cookies.set(name, value, given as CookieOptions & { sealed?: false })
      return 'set'
    } catch (error) {
      return Reply.error(400, String(error))
    }
  }

  @Get('/cookies/delete')
  delete(cookies: Cookies) {
    cookies.delete('a', { path: '/shop', domain: 'shop.example' })
  }

  @Get('/cookies/many')
  many(cookies: Cookies) {
    cookies.set('a', '1')
    cookies.set('b', '2')
    cookies.set('a', '3')
    cookies.set('a', '4', { path: '/other' })
  }
}
