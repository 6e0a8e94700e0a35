import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server that `obtain` requests. */
    sharedByTests: string
  }
}

/**
 * Returns what all test files share: the address of the browser, the folder with the tarballs of our
 * packages, or a `node_modules` in which they are installed with their types.
 */
export async function obtain(name: 'chromium' | 'installed' | 'packed'): Promise<string> {
  const response = await fetch(`${inject('sharedByTests')}/${name}`)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}
