/** Thrown if a metric is declared or used in an invalid way. */
export class InvalidMetric extends Error {
  override readonly name = 'InvalidMetric'

  constructor(metric: string, problem: string) {
    super(`The metric ${JSON.stringify(metric)} ${problem}.`)
  }
}
