/** Formats JSON data as YAML. Strings are written as JSON strings, which are valid YAML. */
export function toYaml(value: unknown): string {
  return `${block(value, '').trimStart()}\n`
}

function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `\n${indent}- ${listItem(item, `${indent}  `)}`).join('')
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return entries
      .map(
        ([key, member]) => `\n${indent}${keyText(key)}:${afterColon(block(member, `${indent}  `))}`,
      )
      .join('')
  }
  return JSON.stringify(value)
}

/** Formats a list item. Its first line follows the dash. */
function listItem(item: unknown, indent: string): string {
  return block(item, indent).trimStart()
}

function afterColon(text: string): string {
  return text.startsWith('\n') ? text : ` ${text}`
}

/** Formats a key, unquoted if every YAML parser reads it as a string. */
function keyText(key: string): string {
  const isPlain =
    /^[A-Za-z_/$][\w/$.{}-]*$/u.test(key) && !/^(?:true|false|null|yes|no|on|off|y|n)$/iu.test(key)
  return isPlain ? key : JSON.stringify(key)
}
