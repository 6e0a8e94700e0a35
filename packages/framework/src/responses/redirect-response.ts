import { Reply } from './reply.ts'

export const RedirectResponse = {
  /** Sends the client to `url`, relative or absolute. Characters that a header cannot hold are percent-encoded. */
  to(url: string, status = 302): Reply {
    const location = url.replace(/[^\u0021-\u007e]/gu, encodeCharacter)
    return new Reply(status, ['location', location], null)
  },
}

function encodeCharacter(character: string): string {
  // A lone surrogate has no encoding.
  return encodeURIComponent(character.toWellFormed())
}
