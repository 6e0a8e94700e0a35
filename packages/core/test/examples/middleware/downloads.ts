import {
  Get,
  type HttpRequest,
  type Middleware,
  type Next,
  Use,
} from '@fw/core'

/** Counts the files that arrived whole. */
export class Downloads {
  count = 0
}

export class CountsDownloads implements Middleware {
  constructor(private readonly downloads: Downloads) {}

  handle(request: HttpRequest, next: Next) {
    request.onSent(({ status, aborted }) => {
      if (status === 200 && !aborted) this.downloads.count += 1
    })
    return next()
  }
}

export class Reports {
  constructor(private readonly downloads: Downloads) {}

  @Use(CountsDownloads)
  @Get('/reports/year')
  async *year() {
    for (const month of ['January', 'February', 'March']) yield month
  }

  @Get('/reports/count')
  count() {
    return this.downloads.count
  }
}
