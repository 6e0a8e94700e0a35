import { Passwords } from '@fw/auth'
import { expect, test } from 'vitest'

test('a password is verified by its hash alone, however its letters are composed', async () => {
  const hash = await Passwords.hash('caf\u00e9')
  expect(await Passwords.verify(hash, 'cafe\u0301')).toBe(true)
  expect(await Passwords.verify(hash, 'cafe')).toBe(false)
  expect(await Passwords.verify(null, 'cafe')).toBe(false)
  expect(await Passwords.verify('scrypt$1$1$1$AA$AA', 'cafe')).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await Passwords.hash('same')).not.toBe(await Passwords.hash('same'))
})
