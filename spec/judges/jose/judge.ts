import type { Judge } from '../judge.ts'

export const judge: Judge = {
  name: 'jose',
  source:
    'RFC 7515, 7517, 7518, 7519, 7797, 8037 and 8725, and the attacks of [Wycheproof](https://github.com/C2SP/wycheproof)',
  isQuick: true,
  async run(cases) {
    // Generates keys.
    const { checkTokens } = await import('./check-tokens.ts')
    await checkTokens(cases)
  },
}
