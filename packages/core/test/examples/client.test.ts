import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { served, writtenClient } from '../tools/client/written-client.ts'
import { OrdersController } from './client/orders.ts'

const text = readFileSync(new URL('client/use.txt', import.meta.url), 'utf8')

test('the program of the page compiles strictly, and gets the documented responses', async () => {
  const client = await writtenClient([OrdersController], { 'main.ts': text }, { schemas: true })
  expect(await client.compile()).toBe('')

  const baseUrl = await served([OrdersController])
  writeFileSync(join(client.root, 'main.mjs'), text.replace('http://localhost:3000', baseUrl))
  const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: client.root })

  expect(stdout.split('\n')).toEqual([
    `${new Date().getFullYear()} /orders/1`,
    '1',
    "[ 'must be at least 1.' ]",
    'There is no order 99.',
    '1 1',
    'lines.0.quantity is required.',
    '',
  ])
})
