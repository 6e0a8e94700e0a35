import { spawnSync } from 'node:child_process'

const reportAtExit = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeSync(2, 'processor time ' + (user + system))
  })
`)}`

interface TimedProcess {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Milliseconds from its start to its end. */
  readonly time: number
  /** Milliseconds that it takes of the processors, user and system together. */
  readonly processorTime: number
}

/** Runs a program of Node to its end. */
export function timeProcess(words: readonly string[], cwd: string): TimedProcess {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', reportAtExit, ...words],
    { cwd, encoding: 'utf8' },
  )
  const time = performance.now() - start
  const [, microseconds] = /processor time (\d+)/.exec(stderr) ?? []
  if (microseconds === undefined) throw new Error(stderr)
  return { status, stdout, stderr, time, processorTime: Number(microseconds) / 1000 }
}
