import { createHook } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Get } from '@fw/core'
import { expect, test } from 'vitest'
import { kernelOf, startServer } from '../serving.ts'

class Site {
  @Get('/')
  index() {
    return 'index'
  }
}

test('a server keeps the object shape that process.nextTick uses through a garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ticks: WeakRef<object>[] = []
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') ticks.push(new WeakRef(resource))
    },
  }).enable()
  await startServer(kernelOf([Site]).kernel)
  hook.disable()
  await sleep(10)
  collect()
  expect(ticks.filter((tick) => tick.deref())).toHaveLength(1)
})
