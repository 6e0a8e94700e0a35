import { CredentialRefused, type HttpRequest, type Principal, type Scheme } from '@fw/core'

/** The result of a scheme for a credential: the caller, or the reason for refusal. */
export async function tryAuthenticate(
  scheme: Scheme<never>,
  text: string,
  { word = 'Bearer', request }: { word?: string; request?: HttpRequest } = {},
): Promise<Principal | string> {
  try {
    return await scheme.authenticate({ text, word, request })
  } catch (error) {
    if (error instanceof CredentialRefused) return error.message
    throw error
  }
}
