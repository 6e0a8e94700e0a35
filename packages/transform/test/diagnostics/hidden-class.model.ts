class Hidden {}
export type Shown = Hidden | null
