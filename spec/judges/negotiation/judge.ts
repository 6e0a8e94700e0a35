import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'

export const judge = contentJudge(
  {
    name: 'negotiation',
    source:
      '[RFC 9110, 12](https://www.rfc-editor.org/rfc/rfc9110#section-12) and [RFC 4647, 3](https://www.rfc-editor.org/rfc/rfc4647#section-3)',
  },
  cases,
)
