// Brings the tables up to date, then starts everything that ping/pong consists of, and keeps it running until Ctrl-C.
// `exec` in npm's script lets signals reach this process. Windows does not know it, and runs what follows `||`.
import { Program } from './supervisor/program.ts'
import { end, run } from './supervisor/run.ts'

const programs = [
  new Program('web', 36, ['serve']),
  new Program('worker', 35, ['queue:work']),
  new Program('sockets', 33, ['sockets:serve']),
  new Program('cron', 32, ['schedule:work']),
]
const migration = run('tables', 34, ['migrate'])

let stopping: Promise<never> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
// The reader of the output has ended.
process.stdout.on('error', () => void stop(0))

const code = await new Promise((resolve) => migration.once('close', resolve))
if (code !== 0) await stop(1)
for (const program of programs) program.start(() => stop(1))

function stop(code: number): Promise<never> {
  return (stopping ??= Promise.all([
    end(migration),
    ...programs.map((program) => program.stop()),
  ]).then(() => process.exit(code)))
}
