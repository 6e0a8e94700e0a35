// Preloaded into every contestant: replies to any message of the harness with the resources used so
// far.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 keeps shapes that nothing has for two collections.
const collections = 3

process.on('message', (message) => {
  if (message !== 'collect') return report()
  // Not now: what Node made to emit this message is still alive.
  setTimeout(() => {
    collect()
    report()
  })
})
process.channel?.unref()

function report(): void {
  const { user, system } = process.cpuUsage()
  process.send?.({ microseconds: user + system, bytes: getHeapStatistics().total_allocated_bytes })
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let done = 0; done < collections; done += 1) gc()
}
