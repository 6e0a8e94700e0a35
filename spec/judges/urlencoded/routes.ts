import { Body, Get, type HttpRequest, Post, Query } from '@fw/core'

export class UrlencodedRoutes {
  /** Returns the fields of a form. */
  @Post('/urlencoded/form')
  form(@Body() form: Record<string, unknown>) {
    return form
  }

  /** Returns the value of "name" in the query, or null. */
  @Get('/urlencoded/query')
  query(@Query() name: string | null = null) {
    return name
  }

  @Get('/urlencoded/raw')
  raw(request: HttpRequest) {
    return request.query
  }
}
