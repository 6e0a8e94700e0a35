import {
  Allows,
  ApiResponse,
  Body,
  Delete,
  Get,
  type int,
  Max,
  MaxLength,
  Min,
  NotBlank,
  Post,
  Public,
  Put,
  Query,
} from '@fw/core'
import type { Caller } from '../users/callers.ts'
import { type Article, Articles, type ArticleSummary } from './articles.ts'
import { Authorship } from './authorship.ts'

export class ArticleFields {
  constructor(
    @NotBlank() @MaxLength(200) readonly title: string,
    @NotBlank() readonly body: string,
    @MaxLength(1000) readonly description: string = '',
  ) {}
}

export class NewArticle extends ArticleFields {
  constructor(
    title: string,
    body: string,
    description: string = '',
    readonly tagList: readonly string[] = [],
  ) {
    super(title, body, description)
  }
}

/** A page of a list, and how long the list is. */
export interface ArticlePage {
  readonly articles: readonly ArticleSummary[]
  readonly articlesCount: int
}

export class ArticleController {
  constructor(private readonly articles: Articles) {}

  /** The newest articles, filtered by tag, author, or the user who likes them. */
  @Get('/articles')
  @Public()
  list(
    caller: Caller | null,
    @Query() tag: string | null = null,
    @Query() author: string | null = null,
    @Query() favorited: string | null = null,
    @Query() @Min(1) @Max(100) limit: int = 20,
    @Query() @Min(0) offset: int = 0,
  ): Promise<ArticlePage> {
    return this.articles.list({ tag, author, favorited }, limit, offset, caller?.userId)
  }

  /** The newest articles of those whom the caller follows. */
  @Get('/articles/feed')
  feed(
    caller: Caller,
    @Query() @Min(1) @Max(100) limit: int = 20,
    @Query() @Min(0) offset: int = 0,
  ): Promise<ArticlePage> {
    return this.articles.list({ followedBy: caller.userId }, limit, offset, caller.userId)
  }

  @Get('/articles/{slug}')
  @ApiResponse(404, 'There is no such article.')
  @Public()
  async show(slug: string, caller: Caller | null): Promise<{ article: Article }> {
    const row = await this.articles.bySlug(slug)
    return { article: await this.articles.show(row, caller?.userId) }
  }

  @Post('/articles')
  async create(
    @Body() body: { article: NewArticle },
    caller: Caller,
  ): Promise<{ article: Article }> {
    const { tagList, ...text } = body.article
    const row = await this.articles.add(caller.userId, text, tagList)
    return { article: await this.articles.show(row, caller.userId) }
  }

  @Put('/articles/{slug}')
  @ApiResponse(404, 'There is no such article.')
  @Allows(Authorship, { method: 'ofArticle' })
  async change(
    slug: string,
    @Body() body: { article: Partial<ArticleFields> },
    caller: Caller,
  ): Promise<{ article: Article }> {
    const row = await this.articles.change(await this.articles.bySlug(slug), body.article)
    return { article: await this.articles.show(row, caller.userId) }
  }

  @Delete('/articles/{slug}')
  @ApiResponse(404, 'There is no such article.')
  @Allows(Authorship, { method: 'ofArticle' })
  async remove(slug: string): Promise<void> {
    await this.articles.remove(await this.articles.bySlug(slug))
  }

  @Post('/articles/{slug}/favorite')
  @ApiResponse(404, 'There is no such article.')
  async favorite(slug: string, caller: Caller): Promise<{ article: Article }> {
    const row = await this.articles.bySlug(slug)
    await this.articles.favorite(row, caller.userId)
    return { article: await this.articles.show(row, caller.userId) }
  }

  @Delete('/articles/{slug}/favorite')
  @ApiResponse(404, 'There is no such article.')
  async unfavorite(slug: string, caller: Caller): Promise<{ article: Article }> {
    const row = await this.articles.bySlug(slug)
    await this.articles.unfavorite(row, caller.userId)
    return { article: await this.articles.show(row, caller.userId) }
  }

  /** Every tag that an article has. */
  @Get('/tags')
  @Public()
  async tags(): Promise<{ tags: readonly string[] }> {
    return { tags: await this.articles.tags() }
  }
}
