import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'

export const judge = contentJudge(
  {
    name: 'compression',
    source:
      'RFC 9110, [8.4](https://www.rfc-editor.org/rfc/rfc9110#section-8.4) and [12.5.3](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3)',
  },
  cases,
)
