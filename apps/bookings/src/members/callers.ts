import { apiKey, session } from '@fw/auth'
import { Authentication, type Config, type Resolver } from '@fw/core'
import { Members } from './members.ts'

// #region callers
/** Browsers have a session, agents and programs a key. */
export class Callers extends Authentication {
  static override schemes(_config: Config, get: Resolver['get']) {
    return {
      browser: session({
        principal: (_claims, { id }) => get(Members).find(Number(id)),
      }),
      key: apiKey({ find: (id) => get(Members).findKey(id) }),
    }
  }
}
// #endregion
