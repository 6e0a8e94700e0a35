import {
  Allows,
  ApiResponse,
  Body,
  Delete,
  Get,
  type int,
  MaxLength,
  NotBlank,
  Post,
  Prefix,
  Public,
} from '@fw/core'
import type { Caller } from '../users/callers.ts'
import { Articles } from './articles.ts'
import { Authorship } from './authorship.ts'
import { type Comment, Comments } from './comments.ts'

export class NewComment {
  constructor(@NotBlank() @MaxLength(10_000) readonly body: string) {}
}

@Prefix('/articles/{slug}/comments')
export class CommentController {
  constructor(
    private readonly articles: Articles,
    private readonly comments: Comments,
  ) {}

  @Get('/')
  @ApiResponse(404, 'There is no such article, or no such comment.')
  @Public()
  async list(slug: string, caller: Caller | null): Promise<{ comments: readonly Comment[] }> {
    const article = await this.articles.bySlug(slug)
    return { comments: await this.comments.of(article.id, caller?.userId) }
  }

  @Post('/')
  @ApiResponse(404, 'There is no such article, or no such comment.')
  async create(
    slug: string,
    @Body() body: { comment: NewComment },
    caller: Caller,
  ): Promise<{ comment: Comment }> {
    const article = await this.articles.bySlug(slug)
    return { comment: await this.comments.add(article.id, caller.userId, body.comment.body) }
  }

  @Delete('/{id}')
  @ApiResponse(404, 'There is no such article, or no such comment.')
  @Allows(Authorship, { method: 'ofComment' })
  async remove(slug: string, id: int): Promise<void> {
    const article = await this.articles.bySlug(slug)
    await this.comments.remove(article.id, id)
  }
}
