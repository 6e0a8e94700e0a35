import { randomBytes } from 'node:crypto'
import { Database, Query, QueryFailed } from '@fw/query'
import { HttpError, type int } from '@fw/core'
import { Profile } from '../users/profiles.ts'
import { UserRow, Users } from '../users/users.ts'

export class Article {
  constructor(
    readonly slug: string,
    readonly title: string,
    readonly description: string,
    readonly tagList: readonly string[],
    readonly createdAt: Date,
    readonly updatedAt: Date,
    readonly favorited: boolean,
    readonly favoritesCount: int,
    readonly author: Profile,
    /** In Markdown. */
    readonly body: string,
  ) {}
}

/** An article as a list shows it. */
export type ArticleSummary = Omit<Article, 'body'>

/** A row of the table `articles`. */
export class ArticleRow {
  constructor(
    readonly id: int,
    readonly slug: string,
    readonly title: string,
    readonly description: string,
    readonly body: string,
    readonly authorId: int,
    readonly createdAt: Date,
    readonly updatedAt: Date,
  ) {}
}

export interface ArticleFilter {
  readonly tag?: string | null
  /** The name of a user. */
  readonly author?: string | null
  /** The name of a user who likes it. */
  readonly favorited?: string | null
  /** The id of a user who follows its author. */
  readonly followedBy?: int
}

export interface ArticleText {
  readonly title: string
  readonly description: string
  readonly body: string
}

export class Articles {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
  ) {}

  /** The newest first, with the number of all that match. */
  async list(
    filter: ArticleFilter,
    limit: int,
    offset: int,
    viewer: int | undefined,
  ): Promise<{ articles: ArticleSummary[]; articlesCount: int }> {
    const count = await this.#matching(filter).count()
    const rows = await this.#columns(this.#matching(filter))
      .orderBy('articles.id', 'desc')
      .limit(limit)
      .offset(offset)
      .get(ArticleRow)
    return { articles: await this.#show(rows, viewer), articlesCount: count }
  }

  async show(row: ArticleRow, viewer: int | undefined): Promise<Article> {
    const [article] = await this.#show([row], viewer)
    return article as Article
  }

  find(slug: string): Promise<ArticleRow | null> {
    return this.#columns(this.#table()).where('slug', '=', slug).first(ArticleRow)
  }

  async bySlug(slug: string): Promise<ArticleRow> {
    const row = await this.find(slug)
    if (!row) throw new HttpError(404, 'There is no such article.')
    return row
  }

  async add(authorId: int, text: ArticleText, tags: readonly string[]): Promise<ArticleRow> {
    const now = new Date()
    return this.#withSlug(text.title, (slug) =>
      this.database.transaction(async (tx) => {
        const row = { ...text, slug, author_id: authorId, created_at: now, updated_at: now }
        const id = Number(await tx.table('articles').insertGetId(row))
        const tagRows = [...new Set(tags)].map((tag) => ({ article_id: id, tag }))
        if (tagRows.length > 0) await tx.table('article_tags').insert(tagRows)
        return new ArticleRow(id, slug, text.title, text.description, text.body, authorId, now, now)
      }),
    )
  }

  async change(row: ArticleRow, text: Partial<ArticleText>): Promise<ArticleRow> {
    const change = { ...text, updated_at: new Date() }
    const update = (fields: object) => this.#table().where('id', '=', row.id).update(fields)
    const slug = await (text.title === undefined || text.title === row.title
      ? update(change).then(() => row.slug)
      : this.#withSlug(text.title, (made) => update({ ...change, slug: made }).then(() => made)))
    return this.bySlug(slug)
  }

  async remove(row: ArticleRow): Promise<void> {
    await this.#table().where('id', '=', row.id).delete()
  }

  async favorite(row: ArticleRow, userId: int): Promise<void> {
    const favorite = { article_id: row.id, user_id: userId }
    await this.database.table('favorites').upsert(favorite, ['article_id', 'user_id'])
  }

  async unfavorite(row: ArticleRow, userId: int): Promise<void> {
    const favorites = this.database.table('favorites').where('article_id', '=', row.id)
    await favorites.where('user_id', '=', userId).delete()
  }

  tags(): Promise<string[]> {
    return this.database.table('article_tags').distinct().orderBy('tag').pluck<string>('tag')
  }

  #table(): Query {
    return this.database.table('articles')
  }

  #columns(query: Query): Query {
    return query.select(
      'articles.id',
      'slug',
      'title',
      'description',
      'body',
      'author_id as authorId',
      'created_at as createdAt',
      'updated_at as updatedAt',
    )
  }

  #matching({ tag, author, favorited, followedBy }: ArticleFilter): Query {
    const { database } = this
    const idOf = (username: string) =>
      database.table('users').select('id').where('username', '=', username)
    const query = this.#table()
    if (tag != null) {
      query.whereIn(
        'articles.id',
        database.table('article_tags').select('article_id').where('tag', '=', tag),
      )
    }
    if (author != null) query.whereIn('author_id', idOf(author))
    if (favorited != null) {
      const favorites = database.table('favorites').select('article_id')
      query.whereIn('articles.id', favorites.whereIn('user_id', idOf(favorited)))
    }
    if (followedBy !== undefined) {
      const follows = database.table('follows').select('followed_id')
      query.whereIn('author_id', follows.where('follower_id', '=', followedBy))
    }
    return query
  }

  /** Reads the data of all articles at the same time. */
  async #show(rows: readonly ArticleRow[], viewer: int | undefined): Promise<Article[]> {
    if (rows.length === 0) return []
    const { database } = this
    const ids = rows.map(({ id }) => id)
    const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
    const [tags, favorites, authors, followed] = await Promise.all([
      database.table('article_tags').whereIn('article_id', ids).orderBy('tag').get(TagRow),
      database.table('favorites').whereIn('article_id', ids).get(FavoriteRow),
      this.users.byIds(authorIds),
      this.users.followed(viewer, authorIds),
    ])
    return rows.map((row) => {
      const likes = favorites.filter(({ article_id }) => article_id === row.id)
      return new Article(
        row.slug,
        row.title,
        row.description,
        tags.filter(({ article_id }) => article_id === row.id).map(({ tag }) => tag),
        row.createdAt,
        row.updatedAt,
        likes.some(({ user_id }) => user_id === viewer),
        likes.length,
        Profile.of(authors.get(row.authorId) as UserRow, followed),
        row.body,
      )
    })
  }

  /** Tries the title alone first, then with a random end. */
  async #withSlug<T>(title: string, write: (slug: string) => Promise<T>): Promise<T> {
    const plain = slugOf(title)
    try {
      return await write(plain)
    } catch (error) {
      if (!(error instanceof QueryFailed && error.reason === 'unique-violation')) throw error
      return write(`${plain}-${randomBytes(4).toString('hex')}`)
    }
  }
}

class TagRow {
  constructor(
    readonly article_id: int,
    readonly tag: string,
  ) {}
}

class FavoriteRow {
  constructor(
    readonly article_id: int,
    readonly user_id: int,
  ) {}
}

function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['article']
  return words.join('-')
}
