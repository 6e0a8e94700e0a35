import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'
import { exceptions } from './exceptions.ts'

export const judge = contentJudge(
  {
    name: 'urlencoded',
    source: '[WHATWG URL, 5.1](https://url.spec.whatwg.org/#urlencoded-parsing)',
    exceptions,
  },
  cases,
)
