export class A {
  constructor(
    readonly blob: Blob,
    readonly buffer: ArrayBuffer,
    readonly view: DataView,
    readonly url: URL,
    readonly pattern: RegExp,
    readonly error: Error,
    readonly form: FormData,
    readonly search: URLSearchParams,
    readonly headers: Headers,
  ) {}
}
