import { Denied, type int, type Policy } from '@fw/core'
import type { Caller } from '../users/callers.ts'
import { Articles } from './articles.ts'
import { Comments } from './comments.ts'

/**
 * Only the author may change an article or comment. If it does not exist, the method responds with
 * 404.
 */
export class Authorship implements Policy {
  constructor(
    private readonly articles: Articles,
    private readonly comments: Comments,
  ) {}

  async ofArticle(caller: Caller, slug: string) {
    return mayChange(caller, (await this.articles.find(slug))?.authorId)
  }

  async ofComment(caller: Caller, id: int) {
    return mayChange(caller, await this.comments.authorOf(id))
  }
}

function mayChange(caller: Caller, authorId: int | undefined) {
  if (authorId === undefined || authorId === caller.userId) return true
  return Denied.because('Another user has written it.')
}
