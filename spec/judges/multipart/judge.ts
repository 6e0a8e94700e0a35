import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'

export const judge = contentJudge(
  {
    name: 'multipart',
    source:
      '[RFC 7578](https://www.rfc-editor.org/rfc/rfc7578) and [RFC 2046, 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1)',
  },
  cases,
)
