import { ApiError, createClient, type SignedIn } from './api/index.js'
import type { Refusals } from './dom.ts'

const key = 'conduit.token'

/** Who has signed in, in this browser. */
export const session: { user: SignedIn | undefined } = { user: undefined }

export const api = createClient({
  headers: () => {
    const token = localStorage.getItem(key)
    return token === null ? {} : { authorization: `Token ${token}` }
  },
})

export function enter(user: SignedIn | undefined): void {
  session.user = user
  if (user) localStorage.setItem(key, user.token)
  else localStorage.removeItem(key)
}

/** Finds out who signed in before the page was loaded. */
export async function resume(): Promise<void> {
  if (localStorage.getItem(key) === null) return
  const found = await api.user.current.safe()
  if (found.kind === 'ok') session.user = found.data.user
  else if (found.kind === 'error') enter(undefined)
}

/** What a form shows of a failed call. */
export function refusals(failure: { readonly kind: string }): Refusals {
  if ('errors' in failure) return failure.errors as Refusals
  const body = 'body' in failure ? (failure.body as { errors?: Refusals }) : {}
  return body.errors ?? { Conduit: ['does not answer. Try again.'] }
}

/** Leads whoever has not signed in to the form. */
export function needsUser(): SignedIn {
  if (session.user) return session.user
  location.hash = '#/login'
  throw new ApiError('Sign in first.')
}
