import { ApiError } from './api/index.js'
import { settings, signIn, signUp } from './account.ts'
import { article, editor } from './article.ts'
import { button, h } from './dom.ts'
import { home, profile } from './home.ts'
import { explain, key, resume, session } from './session.ts'

type View = (...parts: string[]) => HTMLElement | Promise<HTMLElement>

const views: Readonly<Record<string, View>> = {
  '': () => home(),
  list: (tab, page) => home(tab, pageOf(page)),
  profile: (name = '', tab, page) => profile(name, tab, pageOf(page)),
  article: (slug = '') => article(slug),
  editor: (slug) => editor(slug),
  login: signIn,
  register: signUp,
  settings,
}

function pageOf(text: string | undefined): number {
  return Math.max(1, Number.parseInt(text ?? '') || 1)
}

/** Shows what the address says, unless it has changed before that was there. */
async function show(): Promise<void> {
  const { hash } = location
  const main = document.querySelector('main') ?? document.body
  main.ariaBusy = 'true'
  await resumed
  const shown = await render(hash.replace(/^#\//, '').split('/'))
  if (location.hash !== hash) return
  main.ariaBusy = null
  document.querySelector('header nav')?.replaceChildren(...links())
  main.replaceChildren(shown)
  const title = shown.querySelector('h1')?.textContent
  document.title = title ? `${title} – Conduit` : 'Conduit'
  scrollTo(0, 0)
}

async function render([name = '', ...parts]: readonly string[]): Promise<HTMLElement> {
  const view = Object.hasOwn(views, name) ? views[name] : undefined
  try {
    return view ? await view(...parts.map(decodeURIComponent)) : missing()
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404
    if (isGone || error instanceof URIError) return missing()
    return h('section', {}, h('h1', { role: 'alert' }, explain(error)), button('Try again', load))
  }
}

function missing(): HTMLElement {
  return h('section', { role: 'alert' }, h('h1', {}, 'There is nothing here.'))
}

function links(): HTMLElement[] {
  const link = (text: string, href: string) => h('a', { href }, text)
  const { user } = session
  if (!user) return [link('Sign in', '#/login'), link('Sign up', '#/register')]
  const own = `#/profile/${encodeURIComponent(user.username)}/written/1`
  return [link('New article', '#/editor'), link('Settings', '#/settings'), link(user.username, own)]
}

/** Until then, the rights of the visitor are unknown. */
let resumed: Promise<void>

function load(): Promise<void> {
  resumed = resume()
  return show()
}

addEventListener('hashchange', show)
// The user signed in or out in another tab.
addEventListener('storage', (event) => event.key === key && load())
// A button could not do what it says.
addEventListener('unhandledrejection', (event) => {
  const text = explain(event.reason)
  event.preventDefault()
  document.querySelector('#notice')?.replaceChildren(text)
})
document.addEventListener('click', () => document.querySelector('#notice')?.replaceChildren())
await load()
