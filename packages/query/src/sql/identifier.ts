import { InvalidQuery } from './errors.ts'

export type QuoteMark = '"' | '`'

/** Quotes each dotted segment. Throws `InvalidQuery` if a segment is empty or contains a NUL character. */
export function quoteName(name: string, mark: QuoteMark): string {
  if (typeof name !== 'string') {
    throw new InvalidQuery(`The name of a table or column must be a string, not ${typeof name}.`)
  }
  return name
    .split('.')
    .map((segment) => quoteSegment(segment, name, mark))
    .join('.')
}

/** Like `quoteName`, but also accepts `name as alias`, and does not quote the star in `*` or `table.*`. */
export function quoteAliased(name: string, mark: QuoteMark): string {
  if (name === '*') return '*'
  const asOffset = typeof name === 'string' ? name.search(/\sas\s/i) : -1
  const alias = asOffset === -1 ? '' : name.slice(asOffset + 4).trimStart()
  const nameWithoutAlias = asOffset === -1 ? '' : name.slice(0, asOffset).trimEnd()
  if (nameWithoutAlias !== '' && alias !== '') {
    return `${quoteName(nameWithoutAlias, mark)} AS ${quoteSegment(alias, name, mark)}`
  }
  return typeof name === 'string' && name.endsWith('.*')
    ? `${quoteName(name.slice(0, -2), mark)}.*`
    : quoteName(name, mark)
}

/** Returns the name of a column in a row: the last segment of `column`. */
export function rowKey(column: string): string {
  return column.slice(column.lastIndexOf('.') + 1)
}

function quoteSegment(segment: string, name: string, mark: QuoteMark): string {
  if (segment === '' || segment.includes('\0')) {
    throw new InvalidQuery(
      `${JSON.stringify(name)} is not a valid name: a segment is empty or contains a NUL character.`,
    )
  }
  return mark + segment.replaceAll(mark, mark + mark) + mark
}
