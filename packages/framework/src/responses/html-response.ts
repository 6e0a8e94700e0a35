import { Reply } from './reply.ts'

export const HtmlResponse = {
  /** A page, as `text/html`. */
  create(html: string, status = 200): Reply {
    return new Reply(status, ['content-type', 'text/html; charset=utf-8'], html)
  },
}
