import { Post, Session } from '@fw/core'

/** The ways to sign out, for controllers of tests. */
export abstract class SignOuts {
  @Post('/logout')
  logout(current: Session) {
    current.signOut()
  }

  @Post('/logout-everywhere')
  logoutEverywhere(current: Session) {
    return current.signOutEverywhere()
  }
}
