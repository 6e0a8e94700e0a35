export { Passwords } from './passwords.ts'
