import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'
import { exceptions } from './exceptions.ts'

export const judge = contentJudge(
  {
    name: 'conditional',
    source: '[RFC 9110, 13](https://www.rfc-editor.org/rfc/rfc9110#section-13)',
    exceptions,
  },
  cases,
)
