import type { Article, Comment } from './api/index.js'
import { button, form, h } from './dom.ts'
import { byline, favoriteButton, followButton } from './home.ts'
import { markdown } from './markdown.ts'
import { api, needsUser, refusals, session } from './session.ts'

/** An article with its comments. */
export async function article(slug: string): Promise<HTMLElement> {
  const [{ article: shown }, { comments }] = await Promise.all([
    api.article.show({ slug }),
    api.comment.list({ slug }),
  ])
  const { title, author, createdAt, body, tagList } = shown
  const isOwn = session.user?.username === author.username
  return h(
    'section',
    { class: 'article' },
    h('h1', {}, title),
    byline(author.username, createdAt),
    isOwn ? ownButtons(shown) : followButton(author.username, author.following),
    favoriteButton(shown),
    h('div', { class: 'text' }, markdown(body)),
    h('p', { class: 'tags' }, ...tagList.map((tag) => h('span', {}, tag))),
    discussion(slug, comments),
  )
}

export async function editor(slug?: string): Promise<HTMLElement> {
  needsUser()
  const old = slug === undefined ? undefined : (await api.article.show({ slug })).article
  const fields = [
    { name: 'title', label: 'Title', value: old?.title ?? '' },
    { name: 'description', label: 'What is it about?', value: old?.description ?? '' },
    { name: 'body', label: 'Text, in Markdown', type: 'textarea', value: old?.body ?? '' },
    ...(old ? [] : [{ name: 'tagList', label: 'Tags, with spaces between', required: false }]),
  ] as const
  return h(
    'section',
    {},
    h('h1', {}, old ? 'Change the article' : 'New article'),
    form(
      'Publish',
      fields,
      async ({ title = '', description = '', body = '', tagList: tags = '' }) => {
        const text = { title, description, body }
        const tagList = tags.split(/\s+/).filter(Boolean)
        const written = await (old
          ? api.article.change.safe({ slug: old.slug, body: { article: text } })
          : api.article.create.safe({ body: { article: { ...text, tagList } } }))
        if (written.kind !== 'ok') return refusals(written)
        location.hash = `#/article/${encodeURIComponent(written.data.article.slug)}`
      },
    ),
  )
}

function ownButtons({ slug, title }: Article): HTMLElement {
  const remove = async () => {
    if (!confirm(`Delete "${title}" with its comments?`)) return
    await api.article.remove({ slug })
    location.hash = '#/'
  }
  return h(
    'span',
    { class: 'own' },
    h('a', { href: `#/editor/${encodeURIComponent(slug)}` }, 'Change'),
    button('Delete article', remove),
  )
}

function discussion(slug: string, comments: readonly Comment[]): HTMLElement {
  const shown = h('ol', { class: 'comments' })
  const show = (comment: Comment) => shown.append(entry(slug, comment))
  for (const comment of comments) show(comment)
  if (!session.user) {
    return h(
      'section',
      {},
      shown,
      h('p', {}, h('a', { href: '#/login' }, 'Sign in'), ' to comment.'),
    )
  }
  const field = { name: 'body', label: 'Your comment', type: 'textarea' } as const
  const write = form('Post comment', [field], async ({ body = '' }) => {
    const posted = await api.comment.create.safe({ slug, body: { comment: { body } } })
    if (posted.kind !== 'ok') return refusals(posted)
    show(posted.data.comment)
    write.reset()
  })
  return h('section', {}, shown, write)
}

function entry(slug: string, { id, body, author, createdAt }: Comment): HTMLElement {
  const remove = async () => {
    if (!confirm('Delete this comment?')) return
    await api.comment.remove({ slug, id })
    item.remove()
  }
  const item = h(
    'li',
    {},
    h('p', {}, body),
    byline(author.username, createdAt),
    session.user?.username === author.username && button('Delete comment', remove),
  )
  return item
}
