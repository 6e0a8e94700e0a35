/** Returns a random index. The probability of each index is proportional to its weight. */
export function pickByWeight(weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let left = Math.random() * total
  const found = weights.findIndex((weight) => (left -= weight) < 0)
  return Math.max(found, 0)
}

/** Returns the queues in random order. The probability that a queue comes first is proportional to its weight. */
export function orderByWeight(queues: readonly string[], weights: readonly number[]): string[] {
  const rest = queues.map((queue, index) => ({ queue, weight: weights[index] ?? 1 }))
  const order: string[] = []
  while (rest.length > 0) {
    const [picked] = rest.splice(pickByWeight(rest.map(({ weight }) => weight)), 1)
    if (picked) order.push(picked.queue)
  }
  return order
}
