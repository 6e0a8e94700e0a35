import { tracingChannel } from 'node:diagnostics_channel'
import type { HttpRequestMessage } from '@fw/core/channels'

export const seen: string[] = []

tracingChannel<HttpRequestMessage>('fw.http.request').subscribe({
  start() {},
  end() {},
  asyncStart() {},
  asyncEnd({ method, route, status }) {
    seen.push(`${method} ${route} ${status}`)
  },
  error() {},
})
