import { Get, Hidden, TextResponse } from 'fw'
import type { Handler } from './wrapped.ts'

/** How many answers of each status there were. */
export class Metrics {
  readonly answers = new Map<number, number>()

  count(inner: Handler): Handler {
    return {
      fetch: async (request) => {
        const answer = await inner.fetch(request)
        this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1)
        return answer
      },
    }
  }
}

@Hidden()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get('/metrics')
  show() {
    const lines = [...this.metrics.answers].map(
      ([status, count]) => `http_answers_total{status="${status}"} ${count}\n`,
    )
    return TextResponse.create(`# TYPE http_answers_total counter\n${lines.join('')}`)
  }
}
