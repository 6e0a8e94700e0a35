import type { VerifiedRow } from '../http/verified-row.ts'

export const rows = {
  hello: {
    method: 'GET',
    path: '/orders/7',
    status: 200,
    answer: JSON.stringify({ id: '7' }),
    answerHeaders: { 'content-type': /^application\/json(?:; charset=utf-8)?$/iu },
  },
} satisfies Record<string, VerifiedRow>
