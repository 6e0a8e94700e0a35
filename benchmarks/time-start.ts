import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { freePort } from '../packages/core/test/support/free-port.ts'

/** A program that serves HTTP. */
export interface Program {
  readonly cwd: string
  readonly words: (port: number) => readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The path that is requested until it responds. */
  readonly path: string
  /** True if the response is the expected one. */
  readonly isAnswer: (status: number | undefined, body: string) => boolean
}

/**
 * Milliseconds from the start of a process to the end of its first response. Throws if it ends
 * before.
 */
export async function timeStart(program: Program): Promise<number> {
  const port = await freePort()
  const [command = process.execPath, ...words] = program.words(port)
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), ...program.env }
  const start = performance.now()
  const child = spawn(command, words, {
    cwd: program.cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await answers(port, program))) {
    if (child.exitCode !== null) throw new Error(`${command} ${words.join(' ')} has ended.`)
  }
  const time = performance.now() - start
  child.kill('SIGKILL')
  await ended
  return time
}

function answers(port: number, { path, isAnswer }: Program): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (body += piece))
      response.once('end', () => resolve(isAnswer(response.statusCode, body)))
    })
    request.once('error', () => setTimeout(() => resolve(false), 1))
  })
}
