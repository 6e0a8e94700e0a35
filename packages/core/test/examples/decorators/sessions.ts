import {
  Application,
  type int,
  Post,
  Session,
  Sessions,
} from '@fw/core'

class Visit {
  constructor(public pages: int = 0) {}
}

@Application()
@Sessions(Visit, { idle: '1h', absolute: '1d' })
export class Shop {}

export class Pages {
  @Post('/pages/seen')
  seen(session: Session<Visit>) {
    session.data.pages += 1
    return session.data.pages
  }
}
