declare module 'newman' {
  export interface Summary {
    readonly environment: { readonly values: { toJSON(): unknown[] } }
    readonly run: {
      readonly stats: { readonly assertions: { readonly total: number } }
      readonly failures: readonly {
        readonly error: Error & { readonly test?: string }
        readonly source?: { name: string }
      }[]
    }
  }

  const newman: {
    run(options: object, done: (error: Error | null, summary: Summary) => void): void
  }
  export default newman
}
