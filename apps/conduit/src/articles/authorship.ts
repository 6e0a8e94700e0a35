import { Denied, type int, type Policy } from 'fw'
import type { Caller } from '../users/callers.ts'
import { Articles } from './articles.ts'
import { Comments } from './comments.ts'

/** What is written belongs to whoever has written it. What does not exist is left to the method, which answers 404. */
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
  return Denied.because('Somebody else has written it.')
}
