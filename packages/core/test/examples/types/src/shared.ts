export const currencies = ['EUR', 'USD'] as const
export type Currency = (typeof currencies)[number]

export interface Address {
  street: string
  city: string
  country?: string
}
