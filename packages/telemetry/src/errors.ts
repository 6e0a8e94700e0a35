/** A metric is declared or counted in a way that it cannot be. */
export class InvalidMetric extends Error {
  override readonly name = 'InvalidMetric'

  constructor(metric: string, problem: string) {
    super(`The metric ${JSON.stringify(metric)} ${problem}.`)
  }
}
