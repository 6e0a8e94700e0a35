import { ApiError, createClient, type SignedIn } from './api/index.js'
import type { Refusals } from './dom.ts'

/** The key of the token in the browser's storage. */
export const key = 'conduit.token'

/** The user who is signed in, in this browser. */
export const session: { user: SignedIn | undefined } = { user: undefined }

export const api = createClient({
  headers: () => {
    const token = localStorage.getItem(key)
    return token === null ? {} : { authorization: `Token ${token}` }
  },
  timeout: '20s',
})

export function enter(user: SignedIn | undefined): void {
  session.user = user
  if (user) localStorage.setItem(key, user.token)
  else localStorage.removeItem(key)
}

/** Finds out who signed in before the page was loaded, or in another tab. */
export async function resume(): Promise<void> {
  session.user = undefined
  if (localStorage.getItem(key) === null) return
  const found = await api.user.current.safe()
  if (found.kind === 'ok') session.user = found.data.user
  else if (found.kind === 'error') enter(undefined)
}

/** A failure of a call, as a value or thrown. */
interface Failed {
  readonly kind: string
  readonly status?: number
  readonly body?: unknown
}

/** The errors that a form shows for a failed call; under '' those without a field. */
export function refusals({ status, body }: Failed): Refusals {
  // Tokens expire. If one was sent and is refused, the user signs in again.
  if (status === 401 && session.user) {
    enter(undefined)
    location.hash = '#/login'
  }
  if (status === undefined) return { '': ['Conduit does not respond. Try again.'] }
  const { errors } = body as { readonly errors?: Refusals }
  const { request, ...fields } = errors ?? { request: ['Something went wrong. Try again.'] }
  return request ? { '': request } : fields
}

/** One sentence about what a view or a button has thrown. */
export function explain(error: unknown): string {
  if (error instanceof SignInNeeded) return error.message
  if (!(error instanceof ApiError)) throw error
  return Object.entries(refusals(error))
    .map(([field, messages = []]) => `${field} ${messages.join(' ')}`.trim())
    .join(' ')
}

class SignInNeeded extends Error {}

/** Redirects anonymous visitors to the form. */
export function needsUser(): SignedIn {
  if (session.user) return session.user
  location.hash = '#/login'
  throw new SignInNeeded('Sign in first.')
}
