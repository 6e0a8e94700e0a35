import { styleText } from 'node:util'
import { queueJobs, type QueueJobMessage } from '@fw/core/channels'
import { describeDuration } from '@fw/core/console'

/** Prints a line when a job starts and when its attempt ends, until the returned function is called. */
export function printJobs(print: (line: string) => void): () => void {
  const starts = new WeakMap<QueueJobMessage, number>()
  const printLine = ({ queue, job, id }: QueueJobMessage, result: string) => {
    const time = new Date().toTimeString().slice(0, 8)
    print(`${styleText('dim', `${time} ${queue}`)} ${job} ${id} ${result}\n`)
  }
  return queueJobs.watch({
    start: (message) => {
      starts.set(message, performance.now())
      printLine(message, styleText('dim', 'running'))
    },
    finish: (message) => {
      const duration = performance.now() - (starts.get(message) ?? performance.now())
      printLine(message, describeResult(message, describeDuration(duration)))
    },
  })
}

function describeResult(
  { id, outcome, attempt, retryIn }: QueueJobMessage,
  duration: string,
): string {
  switch (outcome) {
    case 'done':
      return `${styleText('green', 'done')} in ${duration}`
    case 'retry':
      return (
        `${styleText('yellow', 'failed')} in ${duration}, attempt ${attempt}, ` +
        `retry in ${describeDuration(retryIn ?? 0)}`
      )
    case 'failed':
      return (
        `${styleText('red', 'failed permanently')} in ${duration}, attempt ${attempt}. ` +
        `To run it again: fw queue:retry ${id}`
      )
    default:
      return `${styleText('yellow', outcome ?? 'ended')} after ${duration}`
  }
}
