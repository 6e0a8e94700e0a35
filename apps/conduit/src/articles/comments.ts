import { Database } from '@fw/query'
import { HttpError, type int } from '@fw/core'
import { Profile } from '../users/profiles.ts'
import { type UserRow, Users } from '../users/users.ts'

export class Comment {
  constructor(
    readonly id: int,
    readonly createdAt: Date,
    readonly updatedAt: Date,
    readonly body: string,
    readonly author: Profile,
  ) {}
}

/** A row of the table `comments`. */
class CommentRow {
  constructor(
    readonly id: int,
    readonly body: string,
    readonly authorId: int,
    readonly createdAt: Date,
    readonly updatedAt: Date,
  ) {}
}

export class Comments {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
  ) {}

  async of(articleId: int, viewer: int | undefined): Promise<Comment[]> {
    const rows = await this.#columns()
      .where('article_id', '=', articleId)
      .orderBy('id')
      .get(CommentRow)
    const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
    const authors = await this.users.byIds(authorIds)
    const followed = await this.users.followed(viewer, authorIds)
    return rows.map((row) => {
      const author = Profile.of(authors.get(row.authorId) as UserRow, followed)
      return new Comment(row.id, row.createdAt, row.updatedAt, row.body, author)
    })
  }

  async add(articleId: int, authorId: int, body: string): Promise<Comment> {
    const now = new Date()
    const times = { created_at: now, updated_at: now }
    const row = { article_id: articleId, author_id: authorId, body, ...times }
    const id = Number(await this.database.table('comments').insertGetId(row))
    return new Comment(id, now, now, body, Profile.of(await this.users.byId(authorId), new Set()))
  }

  async remove(articleId: int, id: int): Promise<void> {
    const comment = this.database.table('comments').where('id', '=', id)
    const removed = await comment.where('article_id', '=', articleId).delete()
    if (removed === 0) throw new HttpError(404, 'There is no such comment.')
  }

  async authorOf(id: int): Promise<int | undefined> {
    return (await this.#columns().where('id', '=', id).first(CommentRow))?.authorId
  }

  #columns() {
    return this.database
      .table('comments')
      .select(
        'id',
        'body',
        'author_id as authorId',
        'created_at as createdAt',
        'updated_at as updatedAt',
      )
  }
}
