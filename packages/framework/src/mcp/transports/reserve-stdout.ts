import { Writable } from 'node:stream'

/**
 * Keeps standard output for the protocol: from now on `console` and whatever else writes to
 * `process.stdout` goes to standard error. Gives what alone still writes to standard output.
 */
export function reserveStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  // What is returned reports the failures of its own writing.
  stdout.on('error', () => undefined)
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => void write(chunk as string, encoding, done),
  })
}
