import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Answer, HostileRequest } from './hostile-http.ts'

/** The time that a client waits for a response, in milliseconds. */
const patience = 20_000

/**
 * Sends a hostile request on a separate connection. Returns the problem with the responses;
 * undefined if there is none.
 */
export async function attackOnce(
  port: number,
  request: HostileRequest,
): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => void (received += text))
  socket.on('error', () => {}).on('end', () => socket.end())
  await once(socket, 'connect')
  for (const piece of request.pieces) {
    socket.write(piece)
    await turn()
  }
  if (request.next === 'leave') return void socket.destroy()
  const asks = request.next !== 'close'
  if (asks) socket.write(alive)
  else socket.end()
  if (!(await isClosedInTime(socket))) return `It is still open after ${received.slice(0, 500)}`
  return faultOf(request, readAnswers(received), asks)
}

const alive = 'GET /alive HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** A connection that is reset is closed as well. */
function isClosedInTime(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      socket.destroy()
      resolve(false)
    }, patience)
    const close = () => {
      clearTimeout(limit)
      resolve(true)
    }
    if (socket.closed) close()
    else socket.once('close', close)
  })
}

/** All received responses; the last one may be incomplete. */
function readAnswers(received: string): Answer[] | string {
  const answers: Answer[] = []
  let rest = received
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]+\r\n(?:[\w-]+: [^\r\n]*\r\n)*\r\n/u.exec(rest)?.[0]
    if (head === undefined) return `That is no answer: ${rest.slice(0, 500)}`
    const status = Number(head.slice(9, 12))
    rest = rest.slice(head.length)
    if (status < 200) continue
    const length = Number(/\r\ncontent-length: (\d+)\r\n/iu.exec(head)?.[1] ?? 0)
    // Node.js itself responds to an unknown expectation.
    if (status === 417) rest = rest.replace(/^0\r\n\r\n/u, '')
    if (rest.length < length) return `An answer ends after ${rest.length} of ${length} bytes.`
    answers.push({ status, body: Buffer.from(rest.slice(0, length), 'latin1').toString() })
    rest = rest.slice(length)
  }
  return answers
}

function faultOf(
  { statuses, faultOf: judge }: HostileRequest,
  answers: Answer[] | string,
  asks: boolean,
): string | undefined {
  if (typeof answers === 'string') return answers
  for (const [index, answer] of answers.entries()) {
    const allowed = statuses[index]
    if (!allowed) break
    if (!allowed.includes(answer.status)) return `Answer ${index} was ${JSON.stringify(answer)}.`
    const fault = judge?.(answer, index)
    if (fault !== undefined) return fault
  }
  const more = answers.slice(statuses.length)
  const isDone = more.length === 0 || (asks && more.length === 1 && more[0]?.body === '"alive"')
  return isDone ? undefined : `More came than was asked for: ${JSON.stringify(more)}`
}
