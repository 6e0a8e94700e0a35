import { Body, Get, Post, Reply, type HttpRequest } from '@fw/core'

/** The application that the cases are sent to. */
export class FramingSite {
  @Get('/')
  hello() {
    return 'hello'
  }

  /** Asked for at the end of each case. */
  @Get('/probe')
  probe() {
    return 'probe'
  }

  /** Asked for inside of bodies alone. */
  @Get('/smuggled')
  smuggled() {
    return 'smuggled'
  }

  @Get('/url')
  url(request: Request) {
    return request.url
  }

  @Get('/segment/{value}')
  segment(value: string) {
    return value
  }

  @Get('/header/{name}')
  header(name: string, request: HttpRequest) {
    return request.header(name) ?? 'null'
  }

  @Get('/cookie/{name}')
  cookie(name: string, request: HttpRequest) {
    return request.cookies.get(name) ?? 'null'
  }

  /** A header after the body was read, which trailers must not have changed. */
  @Post('/late/{name}')
  async late(name: string, request: HttpRequest) {
    await request.toRequest().text()
    return request.header(name) ?? 'null'
  }

  @Post('/echo')
  echo(request: Request) {
    return request.text()
  }

  @Post('/json')
  json(@Body() value: unknown) {
    return value
  }

  @Post('/unread')
  unread() {
    return 'unread'
  }

  @Get('/stream')
  stream() {
    return new Blob(['"streamed"']).stream()
  }

  @Get('/nothing')
  nothing() {}

  @Get('/unchanged')
  unchanged() {
    return new Reply(304, ['etag', '"1"'], null)
  }
}
