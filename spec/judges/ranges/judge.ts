import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'

export const judge = contentJudge(
  { name: 'ranges', source: '[RFC 9110, 14](https://www.rfc-editor.org/rfc/rfc9110#section-14)' },
  cases,
)
