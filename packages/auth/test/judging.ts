import { CredentialRefused, type HttpRequest, type Principal, type Scheme } from 'fw'

/** What a scheme says of a credential: the caller, or why there is none. */
export async function judge(
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
