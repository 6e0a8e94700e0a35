import { explainFailure } from '@fw/core/internals'
import { expect, test } from 'vitest'

test('a missing permission of a Redis user is not reported as a wrong password', () => {
  const error = new Error("NOPERM User reader has no permissions to run the 'eval' command")
  const keys = {
    url: 'REDIS_URL',
    user: 'REDIS_USER',
    password: 'REDIS_PASSWORD',
    tls: 'REDIS_TLS',
  }
  expect(explainFailure(error, keys)).toBe(
    'the user lacks a permission. Grant it, or correct REDIS_URL, or REDIS_USER and REDIS_PASSWORD.',
  )
})
