declare module 'newman' {
  export interface Summary {
    readonly environment: { readonly values: { toJSON(): unknown[] } }
    readonly run: {
      readonly stats: { readonly assertions: { readonly total: number } }
      readonly executions: readonly Execution[]
      readonly failures: readonly {
        readonly error: Error & { readonly test?: string }
        readonly source?: { name: string }
      }[]
    }
  }

  /** A request with its response, or the error of the connection. */
  export interface Execution {
    readonly item: { readonly name: string }
    readonly request: { readonly method: string; readonly url: { getPath(): string } }
    readonly response?: {
      readonly code: number
      readonly headers: { get(name: string): string | undefined }
      text(): string
    }
    readonly requestError?: Error
  }

  const newman: {
    run(options: object, done: (error: Error | null, summary: Summary) => void): void
  }
  export default newman
}
