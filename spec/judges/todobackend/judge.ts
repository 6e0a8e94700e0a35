import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  missingChromium,
  startChromium,
} from '../../../packages/core/test/support/start-chromium.ts'
import { FwProcess } from '../../../packages/core/test/support/fw-process.ts'
import type { Judge } from '../judge.ts'
import { Client } from './client.ts'
import { judgeTodos } from './judge-todos.ts'

const application = fileURLToPath(new URL('fixtures/todos', import.meta.url))

/** The specification runs in a browser, in a page of another origin, as on todobackend.com. */
export const judge: Judge = {
  name: 'todobackend',
  source:
    '[the specification of Todo-Backend](https://github.com/TodoBackend/todo-backend-js-spec), its checks rewritten',
  isQuick: true,
  missing: missingChromium,
  async run(cases) {
    const server = new FwProcess(application, ['serve'], { HOST: '127.0.0.1', PORT: '0' })
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Another origin</title>')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const browser = await startChromium()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
      await judgeTodos(new Client(page, `${await server.address()}/`), cases)
    } finally {
      await browser.close()
      other.close()
      await server.stop()
    }
  },
}
