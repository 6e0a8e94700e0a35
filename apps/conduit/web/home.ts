import type { ArticlePage, ArticleSummary } from './api/index.js'
import { button, h } from './dom.ts'
import { api, needsUser, session } from './session.ts'

const pageSize = 5

/** The list of a tab, and the tags. `tab` is `feed`, `all` or `tag:…`. */
export async function home(tab = session.user ? 'feed' : 'all', page = 1): Promise<HTMLElement> {
  const offset = (page - 1) * pageSize
  const tag = tab.startsWith('tag:') ? tab.slice(4) : undefined
  const [found, { tags }] = await Promise.all([
    tab === 'feed'
      ? api.article.feed({ limit: pageSize, offset })
      : api.article.list({ tag, limit: pageSize, offset }),
    api.article.tags(),
  ])
  const tabs = [session.user && 'feed', 'all', tag !== undefined && `tag:${tag}`]
  return h(
    'div',
    { class: 'home' },
    h(
      'section',
      {},
      h('h1', {}, titleOf(tab)),
      h(
        'nav',
        { class: 'tabs', 'aria-label': 'Lists' },
        ...tabs.map(
          (each) => !!each && link(titleOf(each), `#/list/${encode(each)}/1`, each === tab),
        ),
      ),
      list(found, page, (next) => `#/list/${encode(tab)}/${next}`),
    ),
    h(
      'aside',
      {},
      h('h2', {}, 'Tags'),
      ...tags.map((each) => link(each, `#/list/${encode(`tag:${each}`)}/1`, false)),
    ),
  )
}

/** The articles of a page, and the way to the other pages. */
export function list(
  { articles, articlesCount }: ArticlePage,
  page: number,
  address: (page: number) => string,
): HTMLElement {
  const pages = Math.ceil(articlesCount / pageSize)
  return h(
    'div',
    {},
    ...articles.map(preview),
    articles.length === 0 && h('p', {}, 'No articles are here yet.'),
    pages > 1 &&
      h('nav', { class: 'pages', 'aria-label': 'Pages' }, ...pageLinks(page, pages, address)),
  )
}

/** The first page, the last one, and those near the one that is shown. */
function pageLinks(page: number, last: number, address: (page: number) => string) {
  const near = [1, page - 2, page - 1, page, page + 1, page + 2, last]
  const shown = [...new Set(near)].filter((each) => each >= 1 && each <= last)
  return shown.flatMap((each, index) => [
    each - (shown[index - 1] ?? 0) > 1 && '…',
    link(String(each), address(each), each === page),
  ])
}

export async function profile(name: string, tab = 'written', page = 1): Promise<HTMLElement> {
  const place = { limit: pageSize, offset: (page - 1) * pageSize }
  const [{ profile: shown }, found] = await Promise.all([
    api.profile.show({ username: name }),
    api.article.list(tab === 'liked' ? { favorited: name, ...place } : { author: name, ...place }),
  ])
  const address = (of: string) => `#/profile/${encode(name)}/${of}/1`
  return h(
    'section',
    { class: 'profile' },
    h('h1', {}, shown.username),
    !!shown.bio && h('p', {}, shown.bio),
    session.user?.username !== name && followButton(name, shown.following),
    h(
      'nav',
      { class: 'tabs', 'aria-label': 'Lists' },
      link('Articles', address('written'), tab === 'written'),
      link('Favourites', address('liked'), tab === 'liked'),
    ),
    list(found, page, (next) => `#/profile/${encode(name)}/${tab}/${next}`),
  )
}

export function followButton(username: string, following: boolean): HTMLElement {
  const toggler = button('', () => toggle(), { class: 'follow' })
  const show = () => {
    toggler.textContent = `${following ? 'Unfollow' : 'Follow'} ${username}`
    toggler.setAttribute('aria-pressed', String(following))
  }
  const toggle = async () => {
    needsUser()
    const act = following ? api.profile.unfollow : api.profile.follow
    following = (await act({ username })).profile.following
    show()
  }
  show()
  return toggler
}

export function favoriteButton(article: ArticleSummary): HTMLElement {
  const toggler = button('', () => toggle(), { class: 'favorite' })
  const show = () => {
    toggler.textContent = `♥ ${article.favoritesCount}`
    toggler.setAttribute('aria-pressed', String(article.favorited))
    toggler.setAttribute('aria-label', `Like ${article.title}, ${article.favoritesCount} do`)
  }
  const toggle = async () => {
    needsUser()
    const act = article.favorited ? api.article.unfavorite : api.article.favorite
    article = (await act({ slug: article.slug })).article
    show()
  }
  show()
  return toggler
}

/** The author, and the date. */
export function byline(author: string, createdAt: Date): HTMLElement {
  return h(
    'p',
    { class: 'byline' },
    h('a', { href: `#/profile/${encode(author)}/written/1` }, author),
    ' ',
    h('time', { datetime: createdAt.toISOString() }, createdAt.toLocaleDateString()),
  )
}

function preview(article: ArticleSummary): HTMLElement {
  const { slug, title, description, tagList, author, createdAt } = article
  return h(
    'article',
    {},
    favoriteButton(article),
    byline(author.username, createdAt),
    h('h2', {}, h('a', { href: `#/article/${encode(slug)}` }, title)),
    h('p', {}, description),
    h('p', { class: 'tags' }, ...tagList.map((tag) => h('span', {}, tag))),
  )
}

function link(text: string, href: string, isCurrent: boolean): HTMLElement {
  return h('a', { href, ...(isCurrent && { 'aria-current': 'page' }) }, text)
}

function titleOf(tab: string): string {
  if (tab === 'feed') return 'Your feed'
  return tab === 'all' ? 'All articles' : `# ${tab.slice(4)}`
}

const encode = encodeURIComponent
