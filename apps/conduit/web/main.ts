import { ApiError } from './api/index.js'
import { settings, signIn, signUp } from './account.ts'
import { article, editor } from './article.ts'
import { h } from './dom.ts'
import { home, profile } from './home.ts'
import { resume, session } from './session.ts'

type View = (...parts: string[]) => HTMLElement | Promise<HTMLElement>

const views: Readonly<Record<string, View>> = {
  '': () => home(),
  list: (tab, page) => home(tab, Number(page)),
  profile: (name = '', tab, page) => profile(name, tab, Number(page)),
  article: (slug = '') => article(slug),
  editor: (slug) => editor(slug),
  login: signIn,
  register: signUp,
  settings,
}

/** Shows what the address says, unless it has changed before that was there. */
async function show(): Promise<void> {
  const { hash } = location
  const [name = '', ...parts] = hash.replace(/^#\//, '').split('/').map(decodeURIComponent)
  const shown = await render(views[name] ?? missing, parts)
  if (location.hash !== hash) return
  document.querySelector('header nav')?.replaceChildren(...links())
  document.querySelector('main')?.replaceChildren(shown)
}

async function render(view: View, parts: readonly string[]): Promise<HTMLElement> {
  try {
    return await view(...parts)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 404 ? missing() : h('p', { role: 'alert' }, error.message)
  }
}

function missing(): HTMLElement {
  return h('p', { role: 'alert' }, 'There is nothing here.')
}

function links(): HTMLElement[] {
  const link = (text: string, href: string) => h('a', { href }, text)
  const { user } = session
  if (!user) return [link('Sign in', '#/login'), link('Sign up', '#/register')]
  const own = `#/profile/${encodeURIComponent(user.username)}/written/1`
  return [link('New article', '#/editor'), link('Settings', '#/settings'), link(user.username, own)]
}

addEventListener('hashchange', show)
await resume()
await show()
