import { Conditional, Cors, Get, HttpError, Post, Put, Reply } from '@fw/core'

@Cors({
  origins: ['https://shop.example', 'https://*.shop.example', 'http://localhost:3000'],
  credentials: true,
  expose: ['X-Total'],
})
export class CorsRoutes {
  @Get('/cors/listed')
  show() {
    return Reply.json('listed', { headers: { etag: '"a"' } })
  }

  @Put('/cors/listed')
  put() {
    return 'put'
  }

  @Conditional()
  @Get('/cors/conditional')
  conditional() {
    return Reply.json('listed', { headers: { etag: '"a"', vary: 'Accept' } })
  }

  @Get('/cors/moved')
  moved() {
    return Reply.redirect('/cors/listed')
  }

  @Get('/cors/refused')
  refused(): void {
    throw new HttpError(403, 'No.')
  }

  @Get('/cors/fails')
  fails(): void {
    throw new Error('Thrown on purpose.')
  }

  @Get('/cors/granting')
  granting() {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'X-Secret',
    }
    return Reply.json('granting', { headers })
  }

  @Get('/cors/response')
  response() {
    return new Response('response', { headers: { 'access-control-allow-origin': '*' } })
  }

  @Cors({ origins: '*', headers: ['X-Key', 'Content-Type'], maxAge: '1h' })
  @Get('/cors/all')
  @Post('/cors/all')
  all() {
    return 'all'
  }

  @Cors({ origins: 'null' })
  @Get('/cors/null')
  opaque() {
    return 'null'
  }

  @Cors({ origins: async (origin) => origin.endsWith('.partner.example') })
  @Get('/cors/asked')
  asked() {
    return 'asked'
  }

  @Cors(false)
  @Get('/cors/off')
  off() {
    return 'off'
  }
}
