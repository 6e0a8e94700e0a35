/** The order every contestant accepts, as it arrives in JSON. */
export const validOrder = {
  customer: { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' },
  lines: [
    { sku: 'ABC-1001', quantity: 1, price: 19.95 },
    { sku: 'ABC-1002', quantity: 2, price: 5.5 },
    { sku: 'XYZ-2001', quantity: 3, price: 120 },
    { sku: 'XYZ-2002', quantity: 4, price: 0.99 },
    { sku: 'QRS-3003', quantity: 5, price: 42.42 },
  ],
  note: 'Leave it with the neighbours, please.',
  status: 'placed',
}

/** The same order with five errors, none of them a missing field. */
export const invalidOrder = {
  customer: { name: 'Ada Lovelace', email: 'ada.lovelace at example.com' },
  lines: [
    { sku: 'ABC-1001', quantity: 1, price: 19.95 },
    { sku: 'abc 1002', quantity: 2, price: 5.5 },
    { sku: 'XYZ-2001', quantity: 0, price: 120 },
    { sku: 'XYZ-2002', quantity: 4, price: 0.99 },
    { sku: 'QRS-3003', quantity: 5, price: '42.42' },
  ],
  note: 'Leave it with the neighbours, please.',
  status: 'lost',
}

/** The errors that a contestant must report for `invalidOrder`, in this order. */
export const invalidOrderErrors = {
  'customer.email': ['must be a valid email address.'],
  'lines.1.sku': ['must match the pattern ^[A-Z]{3}-\\d{4}$.'],
  'lines.2.quantity': ['must be greater than 0.'],
  'lines.4.price': ['must be a number.'],
  status: ['must be one of: draft, placed, paid.'],
}
