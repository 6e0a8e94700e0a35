import { Conditional, Get, type HttpRequest, Post, Put, Reply } from '@fw/core'
import type { ServedFolder } from '../content/served-folder.ts'

const modified = 'Sat, 03 Feb 2024 04:05:06 GMT'

/** Responds with the tag and the time of its query. */
function tagged(request: HttpRequest): Reply {
  const query = new URLSearchParams(request.query)
  const headers: Record<string, string> = { 'cache-control': 'max-age=5', vary: 'Accept' }
  for (const name of ['etag', 'last-modified']) {
    const value = query.get(name)
    if (value !== null) headers[name] = value
  }
  return Reply.json('contents', { headers })
}

export class ConditionalRoutes {
  constructor(private readonly folder: ServedFolder) {}

  @Conditional()
  @Get('/conditional/tagged')
  show(request: HttpRequest) {
    return tagged(request)
  }

  @Conditional()
  @Get('/conditional/made')
  made() {
    return Reply.text('contents')
  }

  @Conditional()
  @Get('/conditional/missing')
  missing() {
    return Reply.error(404, 'There is no such thing.', { headers: { etag: '"a"' } })
  }

  /** Changes something, if the conditions hold. */
  @Put('/conditional/changed')
  @Post('/conditional/changed')
  change(request: HttpRequest) {
    const query = new URLSearchParams(request.query)
    const etag = query.get('etag') ?? undefined
    const status = request.evaluatePreconditions({
      etag,
      lastModified: query.get('last-modified') ?? undefined,
    })
    return status === undefined ? 'changed' : new Reply(status, [], null)
  }

  @Get('/conditional/file')
  file() {
    return Reply.file(this.folder.path('letters.txt'), { headers: { 'cache-control': 'no-cache' } })
  }

  @Post('/conditional/file')
  posted() {
    return Reply.file(this.folder.path('letters.txt'))
  }

  @Conditional()
  @Get('/conditional/dated')
  dated() {
    return Reply.text('contents', { headers: { 'last-modified': modified } })
  }
}
