import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'
import { exceptions } from './exceptions.ts'

export const judge = contentJudge(
  {
    name: 'cookies',
    source: '[RFC 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis)',
    exceptions,
  },
  cases,
)
