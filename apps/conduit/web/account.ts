import { button, form, h } from './dom.ts'
import { api, enter, needsUser, refusals } from './session.ts'

const email = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' } as const
const username = { name: 'username', label: 'Name', autocomplete: 'username' } as const
const password = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
} as const
const newPassword = { ...password, autocomplete: 'new-password' } as const

export function signIn(): HTMLElement {
  const fields = form('Sign in', [email, password], async (values) => {
    const { email: address = '', password: secret = '' } = values
    const found = await api.user.login.safe({
      body: { user: { email: address, password: secret } },
    })
    if (found.kind !== 'ok') return refusals(found)
    enter(found.data.user)
    location.hash = '#/'
  })
  return h('section', {}, h('h1', {}, 'Sign in'), fields)
}

export function signUp(): HTMLElement {
  const fields = form('Sign up', [username, email, newPassword], async (values) => {
    const { username: name = '', email: address = '', password: secret = '' } = values
    const user = { username: name, email: address, password: secret }
    const made = await api.user.register.safe({ body: { user } })
    if (made.kind !== 'ok') return refusals(made)
    enter(made.data.user)
    location.hash = '#/'
  })
  return h('section', {}, h('h1', {}, 'Sign up'), fields)
}

export function settings(): HTMLElement {
  const user = needsUser()
  const fields = [
    { ...username, value: user.username },
    { ...email, value: user.email },
    { name: 'bio', label: 'About you', type: 'textarea', required: false, value: user.bio ?? '' },
    { ...newPassword, label: 'New password, or nothing to keep the old one', required: false },
  ] as const
  const change = form(
    'Save',
    fields,
    async ({ username: name = '', email: address = '', ...rest }) => {
      const { bio, password: secret } = rest
      const account = {
        username: name,
        email: address,
        bio: bio || null,
        password: secret || undefined,
      }
      const saved = await api.user.change.safe({ body: { user: account } })
      if (saved.kind !== 'ok') return refusals(saved)
      enter(saved.data.user)
      location.hash = `#/profile/${encodeURIComponent(saved.data.user.username)}/written/1`
    },
  )
  const leave = async () => {
    enter(undefined)
    location.hash = '#/'
  }
  return h(
    'section',
    {},
    h('h1', {}, 'Settings'),
    change,
    button('Sign out', leave, { class: 'leave' }),
  )
}
