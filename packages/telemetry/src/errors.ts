/** Thrown if a metric is declared or used incorrectly. */
export class InvalidMetric extends Error {
  override readonly name = 'InvalidMetric'

  constructor(metric: string, problem: string) {
    super(`The metric ${JSON.stringify(metric)} ${problem}.`)
  }
}
