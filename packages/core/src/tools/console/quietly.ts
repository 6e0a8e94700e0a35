/**
 * Loads modules of the application for a command with machine-readable output. Output of the modules goes to standard
 * error. If the process ends meanwhile, reports a failure, because the exit code could otherwise be 0.
 */
export async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { stdout, stderr } = process
  const { write } = stdout
  stdout.write = stderr.write.bind(stderr)
  process.on('exit', reportEnd)
  try {
    return await load()
  } finally {
    stdout.write = write
    process.off('exit', reportEnd)
  }
}

function reportEnd(code: number): void {
  process.exitCode = code === 0 ? 1 : code
  const { stack = '' } = new Error('Ended here')
  const caller = stack.split('\n').find((line, index) => index > 1 && !line.includes('node:'))
  process.stderr.write(
    `The process ended while the application was loaded, so there is no result.${caller ? `\n${caller}` : ''}\n` +
      'If a module calls process.exit(), move the call to a command or to the program that starts the application.\n',
  )
}
