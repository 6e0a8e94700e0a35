import { hash, timingSafeEqual } from 'node:crypto'
import { basic } from '@fw/auth'
import { Authentication, type Config, Principal } from '@fw/core'

export class Callers extends Authentication {
  static override schemes(config: Config) {
    const digest = (text: string) => hash('sha256', text, 'buffer')
    const expected = digest(config.string('TEAM_PASSWORD'))
    const isRight = (password: string) =>
      timingSafeEqual(digest(password), expected)
    const principal = (name: string) => new Principal({ id: name })
    return {
      team: basic({
        verify: (name, given) =>
          isRight(given) ? principal(name) : null,
      }),
    }
  }
}
