import type { Errors } from '../orders/hand-written.ts'

const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const address = new RegExp(`^${local}(?:\\.${local})*@(?:${label}\\.)+${label}$`, 'u')

export class Booking {
  readonly email: string
  readonly name: string
  readonly from: number
  readonly to: number
  readonly note: string | null

  constructor(email: string, name: string, from: number, to: number, note: string | null) {
    this.email = email
    this.name = name
    this.from = from
    this.to = to
    this.note = note
  }
}

/** The booking, or what is wrong with the data. */
export function readBooking(data: unknown): Booking | Errors {
  if (typeof data !== 'object' || data === null) return { Booking: ['must be an object.'] }
  const given = data as Record<string, unknown>
  const errors: Errors = {}
  const email = readText(given, 'email', errors)?.toLowerCase()
  if (email !== undefined && !(email.length <= 254 && address.test(email))) {
    report(errors, 'email', 'must be a valid email address.')
  }
  const name = readText(given, 'name', errors)
  if (name !== undefined && codePoints(name) < 2) {
    report(errors, 'name', 'must be at least 2 characters.')
  }
  if (name !== undefined && codePoints(name) > 80) {
    report(errors, 'name', 'must be at most 80 characters.')
  }
  const from = readWhole(given, 'from', errors)
  const to = readWhole(given, 'to', errors)
  const noNote = given['note'] === undefined || given['note'] === null
  const note = noNote ? null : readText(given, 'note', errors)
  for (const _ in errors) return errors
  const booking = new Booking(
    email as string,
    name as string,
    from as number,
    to as number,
    note as string | null,
  )
  return booking.to > booking.from ? booking : { to: ['must be after from.'] }
}

/** Throws the errors like `hydrate`, without a stack, which would take longer than the rest. */
export function requireBooking(data: unknown): Booking {
  const booking = readBooking(data)
  if (booking instanceof Booking) return booking
  throw new Unusable(booking)
}

export class Unusable {
  readonly errors: Errors

  constructor(errors: Errors) {
    this.errors = errors
  }
}

function codePoints(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; count += 1) {
    index += (text.codePointAt(index) as number) > 0xffff ? 2 : 1
  }
  return count
}

function readText(data: Record<string, unknown>, name: string, errors: Errors): string | undefined {
  const value = data[name]
  if (typeof value === 'string') return value.trim()
  report(errors, name, messageOf(value, 'must be a string.'))
  return undefined
}

function readWhole(
  data: Record<string, unknown>,
  name: string,
  errors: Errors,
): number | undefined {
  const value = data[name]
  if (!Number.isSafeInteger(value)) {
    report(errors, name, messageOf(value, 'must be an integer.'))
    return undefined
  }
  if ((value as number) >= 0) return value as number
  report(errors, name, 'must be at least 0.')
  return undefined
}

function messageOf(value: unknown, message: string): string {
  if (value === undefined) return 'is required.'
  return value === null ? 'must not be null.' : message
}

function report(errors: Errors, name: string, message: string): void {
  const known = errors[name]
  if (known) known.push(message)
  else errors[name] = [message]
}
