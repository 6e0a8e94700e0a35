import { contentJudge } from '../content/content-judge.ts'
import { cases } from './cases.ts'

export const judge = contentJudge(
  {
    name: 'cors',
    source: '[WHATWG Fetch, 3.3](https://fetch.spec.whatwg.org/#http-cors-protocol)',
  },
  cases,
)
