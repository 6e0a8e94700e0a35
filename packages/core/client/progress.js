// Written by fw client. Do not edit: its next run overwrites this file

/** Sends with XMLHttpRequest, which reports progress; `fetch` does not. */
export const xhr = (onProgress) => (url, init) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { signal } = init
    const abort = () => request.abort()
    request.open(init.method, url)
    request.responseType = 'blob'
    request.withCredentials = init.credentials === 'include'
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () =>
      reject(new TypeError('The request got no complete response.')),
    )
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return reject(signal.reason)
    request.send(init.body)
  })

function toResponse(request) {
  const { status, statusText, response } = request
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const [, name, value] = /^([^:]+): *(.*)$/.exec(line) ?? []
    if (name) headers.append(name, value)
  }
  const body = [204, 205, 304].includes(status) ? null : response
  return new Response(body, { status, statusText, headers })
}
