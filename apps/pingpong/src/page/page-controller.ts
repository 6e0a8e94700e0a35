import { Get, HtmlResponse, type Reply } from 'fw'
import { page } from './page.ts'

export class PageController {
  @Get('/')
  show(): Reply {
    return HtmlResponse.create(page)
  }
}
