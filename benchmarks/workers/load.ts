import { connect } from 'node:net'

const request = 'GET /items/7 HTTP/1.1\r\nHost: a\r\n\r\n'

/**
 * Sends requests over open connections, each after the previous response; returns the number of
 * responses.
 */
export async function askFor(port: number, clients: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  const counts = await Promise.all(Array.from({ length: clients }, () => ask(port, end)))
  return counts.reduce((sum, each) => sum + each, 0)
}

function ask(port: number, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.on('data', (data: Buffer) => {
      if (!data.subarray(0, 12).equals(ok)) return reject(new Error(data.toString()))
      answered += 1
      if (performance.now() < end) socket.write(request)
      else socket.end(() => resolve(answered))
    })
  })
}

const ok = Buffer.from('HTTP/1.1 200')
