import { styleText } from 'node:util'
import { httpRequests, type HttpRequestMessage } from '../../http/channels/channels.ts'
import { printable } from '../../base/logging/pretty-logger.ts'
import { shortened } from '../../http/routing/method-not-allowed.ts'
import { elapsedOf } from '../../http/observing/observer.ts'

/** Prints a line when the response to a request has ended. Requests to fw's own pages are left out. */
export function printRequests(print: (line: string) => void): void {
  httpRequests.watch({
    finish: (message) => {
      if (!isOwnPage(message.path)) print(`${lineOf(message)}\n`)
    },
  })
}

function isOwnPage(path: string): boolean {
  return path === '/_fw' || path.startsWith('/_fw/') || path.startsWith('/docs/')
}

function lineOf(message: HttpRequestMessage): string {
  const { method, path, status, aborted } = message
  const time = new Date().toTimeString().slice(0, 8)
  const result = status === 0 ? 'the client left' : `${status}${aborted ? ', cut off' : ''}`
  const took = `${(elapsedOf(message) ?? 0).toFixed(1)} ms`
  return `${dim(`${time} ${method.padEnd(6)} ${printable(shortened(path))}`)} ${styleText(colourOf(status), result)} ${dim(took)}`
}

function colourOf(status: number): 'green' | 'yellow' | 'red' {
  if (status >= 500) return 'red'
  return status >= 400 || status === 0 ? 'yellow' : 'green'
}

function dim(text: string): string {
  return styleText('dim', text)
}
