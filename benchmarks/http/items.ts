export interface Item {
  id: number
  name: string
  price: number
  tags: string[]
  available: boolean
}

/** The hundred objects of the list. */
export const items: Item[] = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: `Item number ${index + 1}`,
  price: Math.round((index + 1) * 137.5) / 100,
  tags: ['new', `shelf-${index % 7}`],
  available: index % 3 !== 0,
}))
