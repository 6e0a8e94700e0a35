import * as crypto from 'node:crypto'
import { Passwords } from '@fw/auth'
import { expect, test, vi } from 'vitest'

const work = vi.hoisted((): unknown[] => [])

// Counts the work, because times are unreliable on a busy machine.
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>()
  const scrypt = (
    password: string,
    salt: Buffer,
    length: number,
    options: crypto.ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => {
    work.push({ salt: salt.length, length, ...options })
    real.scrypt(password, salt, length, options, done)
  }
  return { ...real, scrypt }
})

test('a password is verified by its hash alone, in any Unicode normalization', async () => {
  const hash = await Passwords.hash('caf\u00e9')
  expect(await Passwords.verify(hash, 'cafe\u0301')).toBe(true)
  expect(await Passwords.verify(hash, 'cafe')).toBe(false)
  expect(await Passwords.verify(null, 'cafe')).toBe(false)
  expect(await Passwords.verify('scrypt$1$1$1$AA$AA', 'cafe')).toBe(false)
})

test('two hashes of the same password differ', async () => {
  expect(await Passwords.hash('same')).not.toBe(await Passwords.hash('same'))
})

test('verifying a password of an unknown account takes the same work', async () => {
  const hash = await Passwords.hash('right')
  const [asHashed] = work.splice(0)
  for (const known of [hash, null, '', 'of another form']) {
    await Passwords.verify(known, 'wrong')
    expect(work.splice(0)).toEqual([asHashed])
  }
})
