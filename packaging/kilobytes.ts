/** Formats a number of bytes, such as `48 kB`. */
export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}
