import type { Judge } from '../judge.ts'
import { runCases } from './run-cases.ts'
import { serveBare, serveSite } from './serve-on-node.ts'

/** Requests as bytes, and what HTTP requires of the response and the connection. */
export const judge: Judge = {
  name: 'framing',
  source:
    '[RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112) and [RFC 6265](https://www.rfc-editor.org/rfc/rfc6265), as bytes on sockets, on Node',
  isQuick: true,
  async run(cases) {
    const [site, bare] = await Promise.all([serveSite(), serveBare()])
    const parser = 'A bare server of `node:http`, whose parser is llhttp,'
    await runCases(cases, { port: site.port, barePort: bare.port, parser, excused: 'node' })
    await Promise.all([site.close(), bare.close()])
  },
}
