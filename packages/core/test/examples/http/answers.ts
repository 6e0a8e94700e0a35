import {
  FileResponse,
  Get,
  HtmlResponse,
  HttpError,
  RedirectResponse,
  SseEvent,
} from '@fw/core'

export class Answers {
  @Get('/page')
  page() {
    const page = HtmlResponse.create('<h1>Hello</h1>')
    return page.withHeader('cache-control', 'no-cache')
  }

  @Get('/old')
  old() {
    return RedirectResponse.to('/page', 301)
  }

  @Get('/files/{name}')
  file(name: string) {
    return FileResponse.fromFolder('public', name)
  }

  @Get('/report')
  report() {
    return FileResponse.fromContents(
      'a;b',
      'text/csv',
      200,
      'report.csv',
    )
  }

  @Get('/ticks')
  async *ticks() {
    for (const count of [1, 2, 3]) {
      yield new SseEvent({ count }, { event: 'tick' })
    }
  }

  @Get('/secret')
  secret(): void {
    throw new HttpError(403, 'Not for you.')
  }
}
