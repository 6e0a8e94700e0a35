export interface Item {
  id: number
  name: string
  price: number
  tags: string[]
  available: boolean
}

const created: Item[] = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: `Item number ${index + 1}`,
  price: Math.round((index + 1) * 137.5) / 100,
  tags: ['new', `shelf-${index % 7}`],
  available: index % 3 !== 0,
}))

/**
 * The hundred objects of the list, their texts in one piece each. V8 writes a text that was put together twice as slowly
 * until a collection of the old generation, which comes to each program at another time.
 */
export const items = JSON.parse(JSON.stringify(created)) as Item[]
