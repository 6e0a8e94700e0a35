import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server that `obtain` requests. */
    sharedByTests: string
  }
}

/** Returns the address of the browser, or the folder with the tarballs of our packages, that all test files share. */
export async function obtain(name: 'chromium' | 'packed'): Promise<string> {
  const response = await fetch(`${inject('sharedByTests')}/${name}`)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}
