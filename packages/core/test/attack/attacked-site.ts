import { Body, Get, Post, type int } from '@fw/core'

/** Returns what a guard would see, and the path of the router. */
export class GuardedPaths {
  @Get('/{first}')
  one(request: Request, first: string) {
    return describeRequest(request, [first])
  }

  @Get('/{first}/{second}')
  two(request: Request, first: string, second: string) {
    return describeRequest(request, [first, second])
  }

  @Get('/guard/{id}/secret')
  guarded(request: Request, id: string) {
    return describeRequest(request, ['guard', id, 'secret'])
  }

  @Get('/secret')
  secret(request: Request) {
    return describeRequest(request, ['secret'])
  }
}

function describeRequest(request: Request, values: readonly string[]) {
  return { pathname: new URL(request.url).pathname, values }
}

class Line {
  constructor(
    readonly sku: string,
    readonly quantity: int,
  ) {}
}

/** Takes bodies of all kinds. */
export class AttackedSite {
  @Get('/alive')
  alive() {
    return 'alive'
  }

  @Get('/number/{value}')
  number(value: int) {
    return value
  }

  @Post('/number/{value}')
  unread(value: int) {
    return value
  }

  @Post('/size')
  size(@Body() value: unknown) {
    return JSON.stringify(value).length
  }

  @Post('/same')
  same(@Body() value: unknown) {
    return value
  }

  @Post('/lines')
  lines(@Body() lines: Line[]) {
    return lines.length
  }

  @Post('/files')
  files(document: File, note: string = '') {
    return [document.size, note.length]
  }

  @Post('/text')
  async text(request: Request) {
    // A client that leaves is no failure of this.
    return (await request.text().catch(() => '')).length
  }
}
