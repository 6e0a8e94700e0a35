/** Whether a value is a web `Response`. To look at that class itself would load all of Node's `fetch`. */
export function isResponse(value: object): value is Response {
  return Symbol.toStringTag in value && value[Symbol.toStringTag] === 'Response'
}
