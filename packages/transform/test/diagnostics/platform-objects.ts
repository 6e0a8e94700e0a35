export class A {
  constructor(
    readonly blob: Blob,
    readonly buffer: ArrayBuffer,
    readonly view: DataView,
    readonly zoned: Temporal.ZonedDateTime,
    readonly pattern: RegExp,
    readonly error: Error,
    readonly form: FormData,
    readonly search: URLSearchParams,
    readonly headers: Headers,
  ) {}
}

// cannot read the type "Blob" at packages/transform/test/diagnostics/platform-objects.ts:3:20: it has no JSON representation. Write Uint8Array, or File for an upload.
// cannot read the type "ArrayBuffer" at packages/transform/test/diagnostics/platform-objects.ts:4:22: it has no JSON representation. Write Uint8Array, or File for an upload.
// cannot read the type "DataView" at packages/transform/test/diagnostics/platform-objects.ts:5:20: it has no JSON representation. Write Uint8Array, or File for an upload.
// cannot read the type "Temporal.ZonedDateTime" at packages/transform/test/diagnostics/platform-objects.ts:6:21: it has no standard JSON representation. Write Temporal.Instant, and send the time zone as a string.
// cannot read the type "RegExp" at packages/transform/test/diagnostics/platform-objects.ts:7:23: it has no JSON representation. Write string.
// cannot read the type "Error" at packages/transform/test/diagnostics/platform-objects.ts:8:21: it has no JSON representation. Write string, or an object with a message.
// cannot read the type "FormData" at packages/transform/test/diagnostics/platform-objects.ts:9:20: it has no JSON representation. Declare a class for the fields of the form.
// cannot read the type "URLSearchParams" at packages/transform/test/diagnostics/platform-objects.ts:10:22: it has no JSON representation. Declare a class for the parameters.
// cannot read the type "Headers" at packages/transform/test/diagnostics/platform-objects.ts:11:23: it has no JSON representation. Write Request, which has the headers.
