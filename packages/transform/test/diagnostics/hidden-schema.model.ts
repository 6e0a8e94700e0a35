declare namespace z {
  type infer<T> = T
}
const inner = {}
export type Hidden = z.infer<typeof inner>
