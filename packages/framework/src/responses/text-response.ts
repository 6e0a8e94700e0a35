import { Reply } from './reply.ts'

export const TextResponse = {
  /** Plain text, as `text/plain`. */
  create(text: string, status = 200): Reply {
    return new Reply(status, ['content-type', 'text/plain; charset=utf-8'], text)
  },
}
