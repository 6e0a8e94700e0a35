/** Returns a random index. The probability of each index is proportional to its weight. */
export function pickByWeight(weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let remainder = Math.random() * total
  const index = weights.findIndex((weight) => (remainder -= weight) < 0)
  return Math.max(index, 0)
}

/** Returns the queues in random order. The probability that a queue comes first is proportional to its weight. */
export function orderByWeight(queues: readonly string[], weights: readonly number[]): string[] {
  const remaining = queues.map((queue, index) => ({ queue, weight: weights[index] ?? 1 }))
  const order: string[] = []
  while (remaining.length > 0) {
    const [picked] = remaining.splice(pickByWeight(remaining.map(({ weight }) => weight)), 1)
    if (picked) order.push(picked.queue)
  }
  return order
}
