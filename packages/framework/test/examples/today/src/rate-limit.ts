import { Get, HttpError } from 'fw'

const windowMs = 60_000
const most = 100

/** How often each client has asked in this minute. Several processes count in Redis, or the proxy does. */
export class Counts {
  #counts = new Map<string, number>()
  #since = Date.now()

  next(client: string): number {
    if (Date.now() - this.#since > windowMs) {
      this.#counts = new Map()
      this.#since = Date.now()
    }
    const count = (this.#counts.get(client) ?? 0) + 1
    this.#counts.set(client, count)
    return count
  }
}

/** A class that takes this in its constructor is limited. */
export class Limited {
  constructor(request: Request, counts: Counts) {
    // What names the client: a key, or the address that your proxy writes, which nobody else may set.
    const client = request.headers.get('x-real-ip') ?? 'unknown'
    if (counts.next(client) > most) throw new HttpError(429, 'Too many requests. Wait a minute.')
  }
}

export class Search {
  constructor(readonly limited: Limited) {}

  @Get('/search')
  search() {
    return []
  }
}
