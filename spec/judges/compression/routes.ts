import { Compress, Conditional, Get, type HttpRequest, Post, Reply } from '@fw/core'
import type { ServedFolder } from '../content/served-folder.ts'

/** A body that is worth compressing. */
export const long = 'All work and no play makes Jack a dull boy. '.repeat(50)

function headersOf(request: HttpRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request.query))
}

@Compress()
export class CompressionRoutes {
  constructor(private readonly folder: ServedFolder) {}

  /** Has the headers of its query. */
  @Get('/compression/long')
  long(request: HttpRequest) {
    return Reply.text(long, { headers: headersOf(request) })
  }

  @Post('/compression/long')
  posted() {
    return Reply.text(long, { status: 201 })
  }

  @Get('/compression/small')
  small() {
    return Reply.text('small')
  }

  @Get('/compression/empty')
  empty() {
    return Reply.text('')
  }

  @Get('/compression/json')
  json() {
    return { long }
  }

  @Get('/compression/error')
  error() {
    return Reply.error(400, long)
  }

  @Get('/compression/nothing')
  nothing(): void {}

  @Get('/compression/moved')
  moved() {
    return Reply.redirect('/elsewhere')
  }

  @Get('/compression/file')
  file() {
    return Reply.file(this.folder.path('long.txt'))
  }

  @Get('/compression/stream')
  stream() {
    const headers = { 'content-type': 'text/plain' }
    return new Response(new Blob([long]).stream(), { headers })
  }

  @Conditional()
  @Get('/compression/conditional')
  conditional() {
    return Reply.text(long, { headers: { etag: '"a,b"' } })
  }

  @Compress(false)
  @Get('/compression/off')
  off() {
    return Reply.text(long)
  }
}
