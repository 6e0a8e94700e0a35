/** Whether a body is a stream. To look at that class for any other would load it, and all that belongs to it. */
export function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && body instanceof ReadableStream
}
